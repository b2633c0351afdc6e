import * as v from 'valibot'
import type { UnsafeMethod } from '../methods.ts'
import { solanaMethods } from '../solana.ts'

const hex = (text: string) => v.pipe(v.string(text), v.regex(/^0x[0-9a-f]*$/i, text))
const hexText = hex('must be hex that starts with 0x')
const address = v.pipe(
  v.string('must be an address'),
  v.regex(/^0x[0-9a-f]{40}$/i, 'must be an address'),
)

/** @source spec 5.4; https://eips.ethereum.org/EIPS/eip-5792 */
const calls = v.looseObject({
  calls: v.pipe(
    v.array(
      v.looseObject({
        to: v.optional(hex('must start with 0x')),
        data: v.optional(hex('must start with 0x')),
        value: v.optional(v.string('must be text')),
      }),
    ),
    v.minLength(1, 'holds no call'),
  ),
})

/**
 * The parameters of the methods that sign, send or grant, as far as they are the same for every account. The signer decides
 * what a method means and whether this account may use it.
 *
 * @source spec 5.4, 5.5; security 3.4
 */
export const rpcParams = {
  personal_sign: v.tuple([v.string(), address]),
  eth_signTypedData_v4: v.tuple([
    address,
    v.union([v.string(), v.record(v.string(), v.unknown())]),
  ]),
  eth_sendTransaction: v.tuple([
    v.looseObject({
      from: address,
      to: v.optional(v.nullable(address)),
      data: v.optional(hexText),
      value: v.optional(hexText),
    }),
  ]),
  wallet_sendCalls: v.tuple([calls]),
  solana_signMessage: solanaMethods.solana_signMessage.params,
  solana_signTransaction: solanaMethods.solana_signTransaction.params,
  solana_signAllTransactions: solanaMethods.solana_signAllTransactions.params,
  solana_signAndSendTransaction: solanaMethods.solana_signAndSendTransaction.params,
} as const satisfies Partial<Record<UnsafeMethod, v.GenericSchema>>
