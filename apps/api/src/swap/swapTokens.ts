import { formatAccountId } from '@foyer/protocol'
import type { SwapToken } from '@foyer/protocol/api'
import type { Address, Hex } from 'viem'
import { encodeFunctionData, isAddressEqual, parseAbi } from 'viem/utils'
import { cached } from '../cached.ts'
import type { Chain, EvmChain } from '../chains/chainConfig.ts'
import type { TokenConfig } from '../chains/tokenConfig.ts'
import { readContractFacts } from '../history/tokenFacts.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { ethCall, noAddress } from '../rpc/ethCall.ts'
import { convertError } from './convertError.ts'
import { permitTypeHash } from './permits.ts'
import { nativeAddress, nativeMint } from './swapSource.ts'
import type { TokenLists } from './tokenLists.ts'

const abi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function nonces(address owner) view returns (uint256)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
])
const reads = [
  encodeFunctionData({ abi, functionName: 'DOMAIN_SEPARATOR' }),
  encodeFunctionData({ abi, functionName: 'nonces', args: [noAddress] }),
  encodeFunctionData({ abi, functionName: 'PERMIT_TYPEHASH' }),
]
/** A contract does not change its functions, but a proxy may. */
const permitTtlMs = 24 * 3_600_000

/** A token without the picture's address, which depends on the caller. */
export type ListedToken = Omit<SwapToken, 'logoUri'>

export type SwapTokens = {
  /** The coin, then the tokens of a chain; permits are not known for those of lists. @throws HttpError 502 when the chain does not answer */
  list(chain: Chain): Promise<ListedToken[]>
  /** Looks up one token, listed or not. @throws HttpError 400 `token-unknown` if there is no token at the address */
  find(chain: Chain, address: string): Promise<ListedToken>
}

/** Makes the list of swappable tokens: those of the chain's configuration and of the operator's lists, and any other EVM token by its address. */
export function createSwapTokens({ lists, rpc }: { lists: TokenLists; rpc: ChainRpc }): SwapTokens {
  const permits = cached({
    ttlMs: permitTtlMs,
    load: async (key) => {
      const [caipId = '', ...addresses] = key.split(' ')
      return readPermits(rpc, rpc.findChain(caipId) as EvmChain, addresses as Address[])
    },
  })
  const nativeOf = ({ caipId, namespace, nativeCurrency }: Chain): ListedToken => ({
    ...nativeCurrency,
    address: formatAccountId({
      chainId: caipId,
      address: namespace === 'solana' ? nativeMint : nativeAddress,
    }),
    eip2612: false,
    isListed: true,
  })
  const toListed = (
    chain: Chain,
    { address, decimals, name, symbol }: TokenConfig,
    { hasPermit, isListed }: { hasPermit: boolean; isListed: boolean },
  ): ListedToken => {
    const settings = chain.namespace === 'eip155' ? chain.swaps : false
    const isIn = (list: readonly Address[]) =>
      list.some((other) => isAddressEqual(other, address as Address))
    return {
      ...{ name, symbol, decimals, isListed },
      address: formatAccountId({ chainId: chain.caipId, address }),
      eip2612: hasPermit,
      ...(settings && isIn(settings.suggested) && { isSuggested: true }),
      ...(settings && isIn(settings.popular) && { isPopular: true }),
    }
  }
  return {
    async list(chain) {
      const tokens: readonly TokenConfig[] = [...chain.tokens, ...(await lists.get(chain))]
      const hasPermit =
        chain.namespace === 'eip155' && chain.tokens.length > 0
          ? await permits([chain.caipId, ...chain.tokens.map(({ address }) => address)].join(' '))
          : []
      return [
        nativeOf(chain),
        ...tokens.map((token, index) =>
          toListed(chain, token, { hasPermit: hasPermit[index] ?? false, isListed: true }),
        ),
      ]
    },
    async find(chain, address) {
      const listed = (await this.list(chain)).find(
        (token) => token.address === formatAccountId({ chainId: chain.caipId, address }),
      )
      if (listed) return listed
      if (chain.namespace !== 'eip155') throw convertError('token-unknown', { field: 'address' })
      const [[facts], [hasPermit]] = await Promise.all([
        readContractFacts(rpc, chain, [address]),
        permits(`${chain.caipId} ${address}`),
      ])
      const { decimals, name, symbol } = facts!
      if (decimals === null || symbol === null || symbol === '')
        throw convertError('token-unknown', { field: 'address' })
      const token = { address, decimals, symbol, name: name ?? symbol }
      return toListed(chain, token, { hasPermit: hasPermit!, isListed: false })
    },
  }
}

/** Reads which tokens accept an allowance by signature. DAI's older kind has another type of message. */
async function readPermits(
  rpc: ChainRpc,
  chain: EvmChain,
  tokens: readonly Address[],
): Promise<boolean[]> {
  const answers = await ethCall(
    rpc,
    chain,
    tokens.flatMap((to) => reads.map((data) => ({ to, data }))),
  )
  const isWord = (answer: Hex | undefined) => answer?.length === 66
  return tokens.map((_, index) => {
    const [separator, nonces, typeHash] = answers.slice(index * reads.length)
    const isOther = isWord(typeHash) && typeHash !== permitTypeHash
    return isWord(separator) && isWord(nonces) && !isOther
  })
}
