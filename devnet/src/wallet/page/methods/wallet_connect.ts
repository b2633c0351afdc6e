import * as v from 'valibot'
import { connectInput } from '../../messages.ts'
import { invalidParams, rpcError } from '../rpcError.ts'
import { onlyOnePending, visibleAddresses, type WalletMethod } from '../walletContext.ts'
import { eth_requestAccounts } from './eth_requestAccounts.ts'

const request = v.object({
  version: v.literal('1'),
  capabilities: v.optional(v.object({ signInWithEthereum: v.optional(connectInput) }), {}),
})
const signedIn = v.object({ account: v.number(), message: v.string(), signature: v.string() })

/**
 * Connects, and signs in with the same approval if the site asks for it.
 *
 * @throws 4001 if the user rejects
 * @source ERC-7846
 */
export const wallet_connect: WalletMethod = async (context, params) => {
  const parsed = v.safeParse(request, params[0])
  if (!parsed.success) throw invalidParams(`Invalid request: ${parsed.issues[0].message}`)
  const { config, store } = context
  const input = parsed.output.capabilities.signInWithEthereum
  if (!input) {
    await eth_requestAccounts(context, [])
    const accounts = visibleAddresses(config, store.read())
    return { accounts: accounts.map((address) => ({ address })) }
  }
  return onlyOnePending(context, 'eth_requestAccounts', async () => {
    const all = config.accounts.map((_, index) => index)
    const seen = store.read().accounts
    const answer = v.safeParse(
      signedIn,
      await context.askUser({
        method: 'wallet_connect',
        accounts: [...seen, ...all.filter((index) => !seen.includes(index))],
        input,
      }),
    )
    if (!answer.success) throw rpcError(-32603, 'The wallet’s page returned no signature.')
    const { account, message, signature } = answer.output
    const others = seen.filter((index) => index !== account)
    store.update({ accounts: [account, ...others], permittedAt: Date.now() })
    const signInWithEthereum = { message, signature }
    return {
      accounts: visibleAddresses(config, store.read()).map((address, index) => ({
        address,
        ...(index === 0 && { capabilities: { signInWithEthereum } }),
      })),
    }
  })
}
