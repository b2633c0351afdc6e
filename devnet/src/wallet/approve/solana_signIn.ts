import { solanaAccounts } from '../../solana/solanaAccounts.ts'
import type { SignInInput } from '../signInInput.ts'
import { solanaAccountRow } from './accountRow.ts'
import { chooseSigner } from './chooseSigner.ts'
import { element } from './element.ts'
import type { Screen } from './screen.ts'
import { signBytes } from './solana/signature.ts'
import { signInMessage } from './solana/signInMessage.ts'

/** Asks to sign in: one account, and a message with the site's domain. */
export function signIn({ accounts, input, site }: signIn.Options): Screen {
  const host = URL.canParse(site) ? new URL(site).host : site
  const message = (account: number) =>
    signInMessage(input, { address: solanaAccounts[account]!.address, host })
  const { account, choice, text } = chooseSigner({ accounts, message, row: solanaAccountRow })
  const foreign = input.domain !== undefined && input.domain !== host
  return {
    title: 'Sign in',
    wants: 'asks you to sign in',
    accept: 'Sign in',
    body: [
      ...(foreign
        ? [
            element(
              'p',
              { class: 'warning', role: 'alert' },
              `The message signs in to ${input.domain}, not to this site. Who asks may be after your account there.`,
            ),
          ]
        : []),
      choice,
      element('h2', {}, 'Message'),
      text,
    ],
    async run() {
      const chosen = account()
      const bytes = new TextEncoder().encode(message(chosen))
      return { account: chosen, message: bytes, signature: signBytes(chosen, bytes) }
    },
  }
}

export declare namespace signIn {
  type Options = {
    accounts: readonly number[]
    input: SignInInput
    /** The requesting origin. */
    site: string
  }
}
