import type { WalletChain } from '../config.ts'
import { element } from './element.ts'
import { facts } from './facts.ts'
import type { Screen } from './screen.ts'

/** Asks to add a network and switch to it. */
export function addChain({ target }: { target: WalletChain }): Screen {
  return {
    title: 'Add network',
    wants: 'asks to add a network and use it',
    accept: 'Add',
    body: [
      facts([
        ['Name', target.name],
        ['Network id', String(target.id)],
        ['Currency', target.symbol],
        ['RPC', target.rpcUrl],
      ]),
      element(
        'p',
        { class: 'warning' },
        'Add only networks you trust: a network can lie about balances.',
      ),
    ],
    run: async () => null,
  }
}
