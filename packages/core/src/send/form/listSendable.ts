import { formatUnits } from '@foyer/protocol'
import type { TokenBalance } from '@foyer/protocol/api'
import type { Account } from '../../account/account.ts'
import type { Network } from '../../network/network.ts'
import { parseAmount } from '../parseAmount.ts'

/** Lists what an account can send on its network: the native coin first, even without a balance, then tokens that it holds. */
export function listSendable(account: Account, network: Network): readonly TokenBalance[] {
  const chainId = network.caipNetworkId
  const held = (account.tokenBalance ?? []).filter((token) => token.chainId === chainId)
  const native = held.find(({ address }) => address === undefined)
  const { decimals, name, symbol } = network.nativeCurrency
  const balance = account.balance ?? (native ? readUnits(native) : 0n)
  return [
    {
      ...(native ?? { name, symbol, chainId }),
      quantity: { decimals: String(decimals), numeric: formatUnits(balance, decimals) },
    },
    ...held.filter((token) => token.address !== undefined && readUnits(token) > 0n),
  ]
}

/** Returns a token's balance in smallest units; digits beyond its decimals are cut. */
export function readUnits({ quantity }: TokenBalance): bigint {
  const decimals = Number(quantity.decimals)
  const [whole = '', fraction = ''] = quantity.numeric.split('.')
  const parsed = parseAmount(`${whole}.${fraction.slice(0, decimals)}`, decimals)
  return 'amount' in parsed ? parsed.amount : 0n
}
