import { type Network, readNetwork } from '@foyer/core'
import { useFoyerRead } from '../../context.ts'

/** Returns the user's network; undefined if the site does not offer it. */
export const useActiveNetwork = (): Network | undefined => useFoyerRead(readNetwork)
