import { element } from './element.ts'
import type { Screen } from './screen.ts'

/** Asks the user to unlock, before any other request while the wallet is locked. */
export function unlock(): Screen {
  return {
    title: 'Unlock',
    wants: 'is waiting for your wallet',
    accept: 'Unlock',
    body: [
      element(
        'p',
        { class: 'note' },
        'The wallet is locked. This development wallet has no password.',
      ),
    ],
    run: async () => null,
  }
}
