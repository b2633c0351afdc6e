import * as v from 'valibot'
import { positiveAmount } from '../api/amount.ts'

/** An address of an EVM account or contract; the checksum is not checked. */
export const evmAddress = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address'),
  v.transform((text) => text as `0x${string}`),
)

const shortText = v.pipe(v.string(), v.maxLength(1024))

/** Facts for the token's signed message, and the way in which the token moves. Unknown fields are kept: the payer repeats them. */
const extra = v.looseObject({
  assetTransferMethod: v.optional(v.pipe(v.string(), v.maxLength(32))),
  /** Name and version of the token's EIP-712 domain; EIP-3009 needs them. */
  name: v.optional(v.pipe(v.string(), v.maxLength(128))),
  version: v.optional(v.pipe(v.string(), v.maxLength(32))),
})

/** Terms that both versions have. `maxTimeoutSeconds`: a payment is signed for at most so long. */
const terms = {
  scheme: v.literal('exact'),
  /** CAIP-2; version 1 also uses names such as `base`. */
  network: v.pipe(v.string(), v.maxLength(64)),
  asset: evmAddress,
  payTo: evmAddress,
  maxTimeoutSeconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400)),
  extra,
}

/**
 * One way to pay: an exact amount of a token, by EIP-3009 or Permit2. Unknown fields are kept.
 * @source https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md section 5.1
 */
export const requirements = v.looseObject({ ...terms, amount: positiveAmount })
export type Requirements = v.InferOutput<typeof requirements>

/** The same in version 1. */
export const requirementsV1 = v.looseObject({ ...terms, maxAmountRequired: positiveAmount })
export type RequirementsV1 = v.InferOutput<typeof requirementsV1>

/** Ways to pay that a server offers. Each is parsed on its own, since some may be of schemes that are not known here. */
const accepts = v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(32))

/** The thing that is paid for. */
export const resource = v.looseObject({
  url: v.pipe(v.string(), v.maxLength(2048)),
  description: v.optional(shortText),
  mimeType: v.optional(shortText),
})

/** The answer 402 of version 2, in the header `PAYMENT-REQUIRED`. */
export const paymentRequired = v.looseObject({
  x402Version: v.literal(2),
  error: v.optional(shortText),
  resource,
  accepts,
  extensions: v.optional(v.record(v.string(), v.unknown())),
})

/** The answer 402 of version 1, in the body. */
export const paymentRequiredV1 = v.looseObject({
  x402Version: v.literal(1),
  error: v.optional(shortText),
  accepts,
})

/** Networks by their names in version 1. @source specs/x402-specification-v1.md, docs of the reference implementation */
const networksV1: ReadonlyMap<string, string> = new Map([
  ['base', 'eip155:8453'],
  ['base-sepolia', 'eip155:84532'],
  ['avalanche', 'eip155:43114'],
  ['avalanche-fuji', 'eip155:43113'],
  ['polygon', 'eip155:137'],
  ['polygon-amoy', 'eip155:80002'],
])

/** Returns the CAIP-2 id of an EVM network, however it is named; undefined for others. */
export function readNetworkName(network: string): `eip155:${number}` | undefined {
  const id = networksV1.get(network) ?? network
  return /^eip155:[1-9]\d{0,14}$/.test(id) ? (id as `eip155:${number}`) : undefined
}
