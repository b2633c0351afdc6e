import type { SwapToken } from '@foyer/protocol/api'
import { defaultChainId } from '../network/pickNetwork.ts'
import { alice } from '../testFoyer.test.kit.ts'
import type { SwapOffer, SwapRequest } from './swapOffer.ts'

export const native = `0x${'e'.repeat(40)}`
export const dollar = `0x${'d0'.repeat(20)}`
export const router = `0x${'ac'.repeat(20)}`

/** A listed token of the default network. */
export function testToken(more: Partial<SwapToken> = {}): SwapToken {
  return {
    name: 'Coin',
    symbol: 'COIN',
    address: `${defaultChainId}:${native}`,
    decimals: 18,
    logoUri: '',
    eip2612: false,
    isListed: true,
    ...more,
  }
}

export const coin = testToken()
export const dollars = testToken({
  name: 'Dollar',
  symbol: 'USDC',
  address: `${defaultChainId}:${dollar}`,
  decimals: 6,
})

export function testRequest(more: Partial<SwapRequest> = {}): SwapRequest {
  return {
    address: alice,
    chainId: defaultChainId,
    from: coin,
    to: dollars,
    amount: 10n ** 18n,
    slippage: 1,
    ...more,
  }
}

export function testOffer(more: Partial<SwapOffer> & { id?: string } = {}): SwapOffer {
  const { id = 'pool', ...fields } = more
  return {
    source: { id, name: id },
    toAmount: 3_000_000_000n,
    minToAmount: 2_970_000_000n,
    priceImpact: 0.3,
    route: [],
    networkCost: { amount: 10n ** 15n },
    expiresAt: 1_000,
    ...fields,
  }
}
