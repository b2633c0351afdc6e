import { parseUnits } from '@foyer/protocol'
import { isNativeToken, isSameToken, type SwapToken } from '@foyer/protocol/api'
import type { Account } from '../account/account.ts'
import { readAccount } from '../account/readAccount.ts'
import type { Foyer } from '../foyer.ts'
import { readOfferOf, type SwapState } from './swapState.ts'

/** Why a swap cannot be sent: said before the wallet is asked. */
export type SwapProblem = 'insufficient-balance' | 'insufficient-gas'

/**
 * Returns what the connected account holds of a token of its network.
 *
 * @returns In the smallest unit; undefined while it is not known.
 */
export function readSwapBalance(
  { balance, chainId, tokenBalance }: Pick<Account, 'balance' | 'chainId' | 'tokenBalance'>,
  token: SwapToken,
): bigint | undefined {
  if (!chainId || !token.address.startsWith(`${chainId}:`)) return undefined
  const isNative = isNativeToken(token.address)
  if (isNative && balance !== undefined) return balance
  const held = tokenBalance?.find((one) =>
    one.chainId !== chainId
      ? false
      : one.address === undefined
        ? isNative
        : isSameToken(one.address, token.address),
  )
  if (held) return parseUnits(held.quantity.numeric, Number(held.quantity.decimals))
  // Lists of balances leave out what is not held, and do not know unlisted tokens.
  return tokenBalance && token.isListed && !isNative ? 0n : undefined
}

/**
 * Returns what the account has too little of: the token, or the network's coin for the fee.
 *
 * @returns undefined also while balances or the fee are not known: then the wallet and the api say it.
 */
export function readSwapProblem(foyer: Foyer, state: SwapState): SwapProblem | undefined {
  if (state.status === 'idle') return undefined
  const { amount, from } = state.request
  const account = readAccount(foyer)
  const held = readSwapBalance(account, from)
  if (held !== undefined && held < amount) return 'insufficient-balance'
  const { amount: cost = 0n, reserve = 0n } = readOfferOf(state)?.networkCost ?? {}
  const spent = isNativeToken(from.address) ? amount : 0n
  const isShort = account.balance !== undefined && account.balance < spent + cost + reserve
  return isShort ? 'insufficient-gas' : undefined
}

/**
 * Returns the most that can be paid of the form's token: the balance, less what the network's coin is needed for.
 *
 * @returns In the smallest unit; undefined while it is not known.
 */
export function readSwapMost(foyer: Foyer, state: SwapState): bigint | undefined {
  const { from } = state.form
  const held = from && readSwapBalance(readAccount(foyer), from)
  if (held === undefined || !isNativeToken(from?.address ?? '')) return held
  const offer = state.status === 'idle' ? undefined : readOfferOf(state)
  // Fees rise: keep twice the known one, or a hundredth.
  const cost = offer?.networkCost
  const kept = cost ? cost.amount * 2n + (cost.reserve ?? 0n) : held / 100n
  return held > kept ? held - kept : 0n
}
