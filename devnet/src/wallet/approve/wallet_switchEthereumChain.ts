import type { WalletChain } from '../config.ts'
import { facts } from './facts.ts'
import type { Screen } from './screen.ts'

/** Asks to switch to another known network. */
export function switchChain({ from, to }: { from: WalletChain; to: WalletChain }): Screen {
  return {
    title: 'Switch network',
    wants: 'asks to use another network',
    accept: 'Switch',
    body: [
      facts([
        ['From', from.name],
        ['To', to.name],
        ['Network id', String(to.id)],
      ]),
    ],
    run: async () => null,
  }
}
