import type { TokenBalance } from '@foyer/protocol/api'
import type { AccountDetails } from '../account/account.ts'
import type { Network } from '../network/network.ts'

/** Lifetime of balances, ms. @source spec 9.16 */
export const balanceTtlMs = 30_000

/** Sets the native balance from the chain, in the token list too, so that the two never differ. */
export function nativeFacts(
  { tokenBalance }: AccountDetails,
  { balance, network }: { balance: bigint; network: Network },
): Partial<AccountDetails> {
  return {
    balance,
    balanceReadAt: Date.now(),
    tokenBalance: tokenBalance && withNative(tokenBalance, { balance, network }),
  }
}

/**
 * Sets the token list and the native balance in it. A chain balance read meanwhile is newer than the list, which may be
 * cached, and is written into it.
 */
export function tokenFacts(
  { balance, balanceReadAt }: AccountDetails,
  { network, tokenBalance }: { network: Network; tokenBalance: readonly TokenBalance[] },
): Partial<AccountDetails> {
  const isNewer = balance !== undefined && Date.now() - (balanceReadAt ?? 0) < balanceTtlMs
  const listed = isNewer ? undefined : readNative(tokenBalance, network)
  if (listed !== undefined)
    return {
      tokenBalance,
      balance: listed,
      balanceReadAt: undefined,
      balanceSymbol: network.nativeCurrency.symbol,
    }
  return {
    tokenBalance:
      balance === undefined ? tokenBalance : withNative(tokenBalance, { balance, network }),
  }
}

function isNative({ address, chainId }: TokenBalance, network: Network): boolean {
  return address === undefined && chainId === network.caipNetworkId
}

function readNative(tokens: readonly TokenBalance[], network: Network): bigint | undefined {
  const { decimals } = network.nativeCurrency
  const native = tokens.find((token) => isNative(token, network))
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(native?.quantity.numeric ?? '')
  if (!parts) return undefined
  const [, whole = '', fraction = ''] = parts
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

function withNative(
  tokens: readonly TokenBalance[],
  { balance, network }: { balance: bigint; network: Network },
): readonly TokenBalance[] {
  const { decimals, name, symbol } = network.nativeCurrency
  const native = tokens.find((token) => isNative(token, network))
  if (native ? readNative(tokens, network) === balance : balance === 0n) return tokens
  const numeric = toText(balance, decimals)
  const quantity = { decimals: String(decimals), numeric }
  if (!native)
    return [{ name, symbol, chainId: network.caipNetworkId, quantity } as TokenBalance, ...tokens]
  const { price, value } = native
  const changed = {
    ...native,
    quantity,
    ...(value !== undefined && price !== undefined && { value: price * Number(numeric) }),
  }
  return tokens.map((token) => (token === native ? changed : token))
}

function toText(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0*$/, '')
}
