import type { Hex } from 'viem'
import { facts } from './facts.ts'
import type { Screen } from './screen.ts'

/** Asks to add a token to the wallet's list. */
export function watchAsset(token: { address: Hex; symbol: string; decimals: number }): Screen {
  return {
    title: 'Add token',
    wants: 'suggests a token',
    accept: 'Add',
    body: [
      facts([
        ['Symbol', token.symbol],
        ['Decimals', String(token.decimals)],
        ['Contract', token.address],
      ]),
    ],
    run: async () => null,
  }
}
