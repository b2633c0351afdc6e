import type { Hex } from 'viem'
import { facts } from './facts.ts'
import type { Screen } from './screen.ts'

/** Asks to show a token in the wallet. */
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
