import { type ChainId, isChainId } from '../caip.ts'

const pattern = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})$/
/** Namespace of a network's own coin. @source https://github.com/satoshilabs/slips/blob/master/slip-0044.md */
const ownCoin = 'slip44'

/**
 * Parses a CAIP-19 id: `eip155:1/erc20:0xa0b8…` is a token, `eip155:1/slip44:60` the network's own coin.
 *
 * @returns `token` is its address, undefined for the own coin; undefined if `text` is no such id.
 * @source https://chainagnostic.org/CAIPs/caip-19
 */
export function parseAsset(
  text: string,
): { readonly chainId: ChainId; readonly token: string | undefined } | undefined {
  const [, chainId, kind, reference] = pattern.exec(text) ?? []
  if (chainId === undefined || reference === undefined || !isChainId(chainId)) return undefined
  return { chainId, token: kind === ownCoin ? undefined : reference }
}
