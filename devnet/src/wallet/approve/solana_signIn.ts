import { solanaAccounts } from '../../solana/solanaAccounts.ts'
import type { SignInInput } from '../signInInput.ts'
import { solanaAccountRow } from './accountRow.ts'
import { element } from './element.ts'
import type { Screen } from './screen.ts'
import { signBytes } from './solana/signature.ts'
import { signInMessage } from './solana/signInMessage.ts'

/** Asks to sign in: one account, and a message that names the site. */
export function signIn({ accounts, input, site }: signIn.Options): Screen {
  const host = URL.canParse(site) ? new URL(site).host : site
  let account = accounts[0]!
  const message = () => signInMessage(input, { address: solanaAccounts[account]!.address, host })
  const text = element('pre', { class: 'message', tabindex: '0' }, message())
  const choice = (index: number) =>
    element(
      'label',
      { class: 'choice' },
      element('input', {
        type: 'radio',
        name: 'account',
        checked: index === account,
        change() {
          account = index
          text.replaceChildren(message())
        },
      }),
      solanaAccountRow(index),
    )
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
      accounts.length > 1
        ? element(
            'fieldset',
            { class: 'choices few' },
            element('legend', {}, 'Account'),
            ...accounts.map(choice),
          )
        : solanaAccountRow(account),
      element('h2', {}, 'Message'),
      text,
    ],
    async run() {
      const bytes = new TextEncoder().encode(message())
      return { account, message: bytes, signature: signBytes(account, bytes) }
    },
  }
}

export declare namespace signIn {
  type Options = {
    accounts: readonly number[]
    input: SignInInput
    /** The origin that asks. */
    site: string
  }
}
