import { FetchRefused, fetchPublic, type NetworkRule } from '@foyer/server'
import { hostsOf, type QueueHost } from './createQueue.ts'

/** Why a token's description or image was not read, besides a failed fetch. */
export class SourceRefused extends Error {
  readonly problem: 'gateway-missing' | 'uri-refused'
  constructor(problem: SourceRefused['problem']) {
    super(problem)
    this.problem = problem
  }
}

/** The operator's ways to read what contracts name. */
export type NftSources = {
  readonly rule: NetworkRule
  /** `https://gateway.example`; undefined: such URIs are not read. */
  readonly ipfsGateway: string | undefined
  readonly arweaveGateway: string | undefined
}

/** Longest URI of a token, with the description and the drawing that it may contain. */
export const longestUri = 1_048_576

/**
 * Reads what an untrusted URI names: `data:`, `ipfs://` and `ar://` through the operator's gateways, `https://`.
 *
 * @throws {@link SourceRefused} and {@link FetchRefused}
 */
export async function readSource(
  uri: string,
  { isType, maxBytes, sources, timeoutMs }: readSource.Options,
): Promise<Uint8Array> {
  const text = uri.trim()
  if (/^data:/i.test(text)) {
    const bytes = readDataUri(text)
    if (bytes.byteLength > maxBytes) throw new FetchRefused('too-large')
    return bytes
  }
  const { arweaveGateway, ipfsGateway } = sources
  const content = ipfsPathOf(text)
  if (content !== undefined) return fetchBelow(ipfsGateway && `${ipfsGateway}/ipfs`, content)
  const transaction = /^ar:\/\/(.+)$/i.exec(text)?.[1]
  if (transaction !== undefined) return fetchBelow(arweaveGateway, transaction)
  return fetchPublic(text, { isType, maxBytes, rule: sources.rule, timeoutMs })

  /** Trusts the gateway with this one URL: a redirect, or another URL at its host, is judged as any other. */
  function fetchBelow(gateway: string | undefined, path: string): Promise<Uint8Array> {
    if (gateway === undefined) throw new SourceRefused('gateway-missing')
    const address = gatewayUrl(gateway, path)
    if (address === undefined) throw new SourceRefused('uri-refused')
    const { rule } = sources
    const isTrusted = (url: URL) => url.href === address || rule.isTrusted(url)
    return fetchPublic(address, { isType, maxBytes, rule: { ...rule, isTrusted }, timeoutMs })
  }
}

export declare namespace readSource {
  type Options = {
    isType: (type: string) => boolean
    maxBytes: number
    sources: NftSources
    timeoutMs: number
  }
}

/** Returns the server that {@link readSource} asks: an operator's gateway has half of the places, any other a quarter. */
export function hostsOfSource(uri: string): QueueHost[] {
  const text = uri.trim()
  if (ipfsPathOf(text) !== undefined) return [{ name: 'ipfs', part: 2 }]
  return /^ar:/i.test(text) ? [{ name: 'arweave', part: 2 }] : hostsOf(text)
}

/** Returns the content id and path of an IPFS URI, of a URL of a public gateway, or of a content id alone. */
function ipfsPathOf(text: string): string | undefined {
  const own = /^ipfs:\/\/(?:ipfs\/)?(.+)$/i.exec(text)?.[1]
  if (own !== undefined) return own
  const cid = '(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58,})(?:/[^?#]*)?'
  return new RegExp(`^(?:https://[^/?#@]+/ipfs/)?(${cid})$`).exec(text)?.[1]
}

/**
 * Returns the URL of a path on a gateway. Refuses `..` in every encoding, since it would reach other content of the
 * gateway: gateways decode what a URL parser leaves encoded.
 */
export function gatewayUrl(gateway: string, path: string): string | undefined {
  const segments = path.split('/').map(safeDecode)
  const leadsAway = (segment: string | undefined) =>
    segment === undefined || /^\.{1,2}$|[/\\]|%(?:2e|2f|5c)/i.test(segment)
  if (!/^[\w-]+$/.test(segments[0] ?? '') || segments.some(leadsAway)) return undefined
  return new URL(`${gateway}/${segments.map((one) => encodeURIComponent(one ?? '')).join('/')}`)
    .href
}

/** @source https://www.rfc-editor.org/rfc/rfc2397 */
function readDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',')
  if (comma === -1 || comma > 256) throw new SourceRefused('uri-refused')
  const data = uri.slice(comma + 1)
  if (/;base64$/i.test(uri.slice(0, comma))) return Buffer.from(data, 'base64')
  // Contracts often write text with characters that should be encoded.
  return Buffer.from(safeDecode(data) ?? data)
}

function safeDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
