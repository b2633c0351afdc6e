import type { NamespaceConnection } from '@foyer/core'
import { useFoyerRead } from '../../context.ts'
import { readConnections } from '../../readConnections.ts'

export type Connections = readonly NamespaceConnection[]

/** Lists every connected namespace and its wallet. */
export const useConnectionList = (): Connections => useFoyerRead(readConnections)
