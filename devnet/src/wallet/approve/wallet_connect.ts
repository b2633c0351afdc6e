import { createSiweMessage } from 'viem/siwe'
import { devnetAccounts } from '../../evm/accounts.ts'
import type { ConnectInput } from '../messages.ts'
import { accountRow } from './accountRow.ts'
import { privateAccount } from './chainClient.ts'
import { chooseSigner } from './chooseSigner.ts'
import { element } from './element.ts'
import type { Screen } from './screen.ts'

/** Asks to connect one account and to sign in with it. @source ERC-7846 */
export function connectAndSignIn({ accounts, input, site }: connectAndSignIn.Options): Screen {
  const { chainId, expirationTime, issuedAt, notBefore, ...parts } = input
  const host = URL.canParse(site) ? new URL(site).host : site
  const message = (account: number) =>
    createSiweMessage({
      ...parts,
      chainId: Number(chainId),
      address: devnetAccounts[account]!.address,
      ...(issuedAt && { issuedAt: new Date(issuedAt) }),
      ...(expirationTime && { expirationTime: new Date(expirationTime) }),
      ...(notBefore && { notBefore: new Date(notBefore) }),
    })
  const { account, choice, text } = chooseSigner({ accounts, message, row: accountRow })
  return {
    title: 'Sign in',
    wants: 'asks you to connect and sign in',
    accept: 'Sign in',
    body: [
      ...(input.domain === host
        ? []
        : [
            element(
              'p',
              { class: 'warning', role: 'alert' },
              `The message signs in to ${input.domain}, not to this site. Who asks may be after your account there.`,
            ),
          ]),
      choice,
      element('h2', {}, 'Message'),
      text,
    ],
    async run() {
      const chosen = account()
      const signed = message(chosen)
      const signature = await privateAccount(chosen).signMessage({ message: signed })
      return { account: chosen, message: signed, signature }
    },
  }
}

export declare namespace connectAndSignIn {
  type Options = {
    accounts: readonly number[]
    input: ConnectInput
    /** The requesting origin. */
    site: string
  }
}
