import type { TokenBalance } from '@foyer/protocol/api'

/** The native coin in the api's format: 2 ETH at 3500. */
export const nativeToken: TokenBalance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  value: 7000,
  price: 3500,
  quantity: { decimals: '18', numeric: '2' },
}

/** An Ethereum token, distinct per `index`. */
export function testToken(index: number, more: Partial<TokenBalance> = {}): TokenBalance {
  return {
    name: `Token ${index}`,
    symbol: `T${index}`,
    chainId: 'eip155:1',
    address: `eip155:1:0x${String(index).padStart(40, '0')}`,
    value: 12.5,
    price: 5,
    quantity: { decimals: '6', numeric: '2.5' },
    ...more,
  }
}
