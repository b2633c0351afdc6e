import {
  decodeHeader,
  paymentHeaders,
  paymentRequired,
  paymentRequiredV1,
  type Requirements,
  type RequirementsV1,
  readNetworkName,
  requirements,
  requirementsV1,
} from '@foyer/protocol/x402'
import * as v from 'valibot'

/** One way to pay that this package knows, of either version of the protocol. */
export type Offer = {
  readonly version: 1 | 2
  /** CAIP-2. */
  readonly chainId: `eip155:${number}`
  /** In the token's smallest unit. */
  readonly amount: bigint
  /** The token's EIP-712 domain, for which the payer signs (EIP-3009); undefined: the payer signs for Permit2. */
  readonly domain: { readonly name: string; readonly version: string } | undefined
  /** The terms as the server wrote them: the payment repeats them. */
  readonly terms: Requirements | RequirementsV1
  /** Further fields that the payment repeats (version 2). */
  readonly echo: { readonly resource?: unknown; readonly extensions?: unknown }
}

/** Longest answer 402 of version 1 that is read, in bytes. */
const bodyBytes = 65_536

/** Reads the ways to pay from an answer 402. @returns undefined when it is not of x402 */
export async function readTerms(response: Response): Promise<Offer[] | undefined> {
  const required = decodeHeader(paymentRequired, response.headers.get(paymentHeaders[2].required))
  if (required) {
    const { accepts, extensions, resource } = required
    const echo = { resource, ...(extensions && { extensions }) }
    return accepts.flatMap((terms) => readOffer(terms, echo))
  }
  const body = v.safeParse(paymentRequiredV1, await readJson(response))
  return body.success ? body.output.accepts.flatMap(readOfferV1) : undefined
}

function readOffer(terms: unknown, echo: Offer['echo']): Offer[] {
  const parsed = v.safeParse(requirements, terms)
  if (!parsed.success) return []
  const { amount, extra, network } = parsed.output
  const { assetTransferMethod: method } = extra
  const chainId = readNetworkName(network)
  const domain = readDomain(extra)
  if (chainId === undefined || (method !== 'permit2' && !domain)) return []
  return [{ version: 2, chainId, amount: BigInt(amount), domain, terms: parsed.output, echo }]
}

function readOfferV1(terms: unknown): Offer[] {
  const parsed = v.safeParse(requirementsV1, terms)
  if (!parsed.success) return []
  const { extra, maxAmountRequired, network } = parsed.output
  const chainId = readNetworkName(network)
  const domain = readDomain(extra)
  if (chainId === undefined || !domain) return []
  const amount = BigInt(maxAmountRequired)
  return [{ version: 1, chainId, amount, domain, terms: parsed.output, echo: {} }]
}

/** EIP-3009 is the way that is meant when none is named. */
const readDomain = ({
  assetTransferMethod = 'eip3009',
  name,
  version,
}: Requirements['extra']): Offer['domain'] =>
  assetTransferMethod === 'eip3009' && name !== undefined && version !== undefined
    ? { name, version }
    : undefined

/** The page can still read the body: a copy is read here. */
async function readJson(response: Response): Promise<unknown> {
  const reader = response.clone().body?.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length
    if (length > bodyBytes) {
      // Not awaited: a copy is cancelled only once the other one is as well.
      void reader?.cancel()
      return undefined
    }
    parts.push(part.value)
  }
  try {
    return JSON.parse(await new Blob(parts as BlobPart[]).text())
  } catch {
    return undefined
  }
}
