import { type Network, readNetwork } from '@foyer/core'
import { useFoyerRead } from '../../context.ts'

/** The network that the visitor is on; undefined when the site does not offer it. */
export const useActiveNetwork = (): Network | undefined => useFoyerRead(readNetwork)
