import * as v from 'valibot'
import { invalidParams } from '../rpcError.ts'
import type { WalletMethod } from '../walletContext.ts'

const shape = v.object({
  type: v.literal('ERC20', 'Only assets of type ERC20 can be watched.'),
  options: v.object({
    address: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i, 'Invalid address.')),
    symbol: v.pipe(v.string(), v.minLength(1), v.maxLength(11, 'Invalid symbol: 1-11 characters.')),
    decimals: v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.toNumber())]),
      v.integer(),
      v.minValue(0),
      v.maxValue(36, 'Invalid decimals: must be 0-36.'),
    ),
  }),
})

/**
 * Adds a token to the wallet's list; the parameters are an object, or that object in an array.
 *
 * @source EIP-747
 */
export const wallet_watchAsset: WalletMethod = async ({ store, askUser }, params) => {
  const parsed = v.safeParse(shape, params[0])
  if (!parsed.success) throw invalidParams(parsed.issues[0].message)
  const { address, symbol, decimals } = parsed.output.options
  await askUser({
    method: 'wallet_watchAsset',
    token: { address: address as `0x${string}`, symbol, decimals },
  })
  store.update({ watched: [...new Set([...store.read().watched, address.toLowerCase()])] })
  return true
}
