import { type Account, readAccount } from '@foyer/core'
import { useFoyerRead } from '../../context.ts'

/** Returns the account of the active namespace. */
export const useActiveAccount = (): Account => useFoyerRead(readAccount)
