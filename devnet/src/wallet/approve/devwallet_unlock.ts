import { element } from './element.ts'
import type { Screen } from './screen.ts'

/** Asks to unlock; comes before any other question while the wallet is locked. */
export function unlock(): Screen {
  return {
    title: 'Unlock',
    wants: 'is waiting for your wallet',
    accept: 'Unlock',
    body: [
      element(
        'p',
        { class: 'note' },
        'The wallet is locked. A development wallet has no password: unlocking is one press.',
      ),
    ],
    run: async () => null,
  }
}
