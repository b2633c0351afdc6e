import type { SolanaSignInInput } from '@solana/wallet-standard-features'
import * as v from 'valibot'
import { signInInput } from '../../signInInput.ts'
import { invalidParams, rpcError } from '../rpcError.ts'
import { type StandardContext, visibleIndexes } from './standardContext.ts'

const signedIn = v.object({
  account: v.number(),
  message: v.instance(Uint8Array),
  signature: v.instance(Uint8Array),
})

/**
 * Signs in: selects an account, connects it and signs a message with the site's domain.
 *
 * @returns The account's index, and the signed message.
 * @throws 4100 for an address that is not one of the wallet's, 4001 if the user rejects.
 */
export async function solana_signIn(
  context: StandardContext,
  input: SolanaSignInInput,
): Promise<v.InferOutput<typeof signedIn>> {
  const parsed = v.safeParse(signInInput, input)
  if (!parsed.success) throw invalidParams(`Invalid sign-in: ${parsed.issues[0].message}`)
  const { config, store, askUser, setConnected } = context
  const { accounts: all, networks } = config.solana
  const { address, chainId } = parsed.output
  const seen = visibleIndexes(context)
  const others = all.map((_, index) => index).filter((index) => !seen.includes(index))
  const accounts =
    address === undefined
      ? [...seen, ...others]
      : all.flatMap((each, index) => (each.address === address ? [index] : []))
  if (accounts.length === 0) throw rpcError(4100, `The wallet has no account ${address}.`)
  const network = networks.find(({ id }) => id === chainId) ?? networks[0]!
  const answer = await askUser({
    method: 'solana:signIn',
    network,
    accounts,
    input: parsed.output,
  })
  const result = v.safeParse(signedIn, answer)
  if (!result.success) throw rpcError(-32603, 'The wallet’s page returned no signature.')
  const { account } = result.output
  const before = store.read().solanaAccounts.filter((index) => index !== account)
  store.update({ solanaAccounts: [account, ...before] })
  setConnected(true)
  return result.output
}
