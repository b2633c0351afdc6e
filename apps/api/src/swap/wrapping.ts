import { encodeFunctionData, isAddressEqual, parseAbi } from 'viem/utils'
import { isOnOneEvmChain, tokenOf } from './evmAsset.ts'
import type { SwapSource } from './swapSource.ts'

/** @source https://etherscan.io/address/0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2#code */
const abi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

/** Exchanges the native coin for the token that wraps it, one to one, without a market. */
export function createWrapping(): SwapSource {
  return {
    id: 'wrap',
    name: 'Wrap',
    kind: 'call',
    isOn: (chain) => chain.namespace === 'eip155' && Boolean(chain.swaps),
    supports: ({ from, to }) =>
      isOnOneEvmChain(from, to) &&
      from.isNative !== to.isNative &&
      isAddressEqual(tokenOf(from), tokenOf(to)),
    // Nothing is ever spent by allowance: a token's own contract burns it.
    contractsOf: ({ swaps }) =>
      swaps ? { targets: [swaps.wrappedNative], spenders: [] } : undefined,
    getOffer: async ({ amount, from }) => ({
      ...{ toAmount: amount, minToAmount: amount, priceImpact: 0 },
      route: [{ name: 'Wrap', chain: from.chain, tokens: [tokenOf(from)] }],
      gas: 50_000n,
    }),
    build: async ({ amount, from }) => ({
      ...{ kind: 'call', to: tokenOf(from), value: from.isNative ? amount : 0n },
      data: from.isNative
        ? encodeFunctionData({ abi, functionName: 'deposit' })
        : encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] }),
    }),
  }
}
