import { type Account, readAccount } from '@foyer/core'
import { useFoyerRead } from '../../context.ts'

/** The account of the namespace that the visitor looks at. */
export const useActiveAccount = (): Account => useFoyerRead(readAccount)
