import * as v from 'valibot'
import { amount } from '../api/amount.ts'
import { defineEndpoint } from '../endpoint.ts'
import { evmAddress } from '../x402/requirements.ts'
import { hex, word } from './hexFields.ts'

export const evmChainId = v.pipe(
  v.string(),
  v.regex(/^eip155:[1-9]\d{0,14}$/),
  v.transform((text) => text as `eip155:${number}`),
)

/** Calls of one batch: all or none happen. */
export const sponsoredCall = v.object({ to: evmAddress, value: amount, data: hex(16_384) })
const calls = v.pipe(v.array(sponsoredCall), v.minLength(1), v.maxLength(32))

/** The user, named by a keyed hash: the same for each of their accounts, devices and sites. */
const user = v.pipe(v.string(), v.regex(/^[\w-]{16,128}$/))
/** The caller, as the login server attests: the project, its page, and the user. */
export const caller = {
  projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  origin: v.pipe(v.string(), v.maxLength(512)),
  user,
}

/** Calls of one account. */
export const sponsorBatch = { chainId: evmChainId, account: evmAddress, calls }

/** The batch that the account's key signed. */
export const sponsorSignature = {
  /** `executionNonce` of the account. Makes a repeated call harmless. */
  nonce: amount,
  /** Seconds since 1970. */
  deadline: v.pipe(v.number(), v.integer(), v.minValue(0)),
  signature: hex(65),
  /** Turns the account into a smart account in the same transaction (EIP-7702). */
  authorization: v.optional(
    v.object({
      address: evmAddress,
      nonce: v.pipe(v.number(), v.integer(), v.minValue(0)),
      yParity: v.picklist([0, 1]),
      r: word,
      s: word,
    }),
  ),
}

/** Tells if the operator pays for calls. */
export const sponsorAnswer = v.object({
  pays: v.boolean(),
  /** Why not. */
  reason: v.optional(v.string()),
})

/**
 * Asks whether the operator pays for calls: for wallets that show who pays, before anything is signed. An answer is no promise.
 */
export const postSponsorCheck = defineEndpoint({
  method: 'POST',
  path: '/internal/check',
  summary: 'Whether the operator pays for calls of a user.',
  query: v.object({}),
  body: v.object({ ...caller, ...sponsorBatch }),
  response: sponsorAnswer,
})

/** The state of a batch that the operator pays for. */
export const sponsoredCalls = v.object({
  id: v.string(),
  /** `accepted`: it will be sent; `sent`; `mined`: its calls took effect; `failed`: none of them did. */
  state: v.picklist(['accepted', 'sent', 'mined', 'failed']),
  /** Of the transaction; another one if it was sent again with a higher fee. */
  transactionHash: v.string(),
  /** Why it failed. */
  reason: v.optional(v.string()),
})
export type SponsoredCalls = v.InferOutput<typeof sponsoredCalls>

/**
 * Sends a batch that the account's key has signed, and pays for it. The same batch gets its state again.
 * @source docs/sponsor.md
 */
export const postSponsoredCalls = defineEndpoint({
  method: 'POST',
  path: '/internal/calls',
  summary: 'Sends a batch signed by its account, and pays for it.',
  query: v.object({}),
  body: v.object({
    ...caller,
    ...sponsorBatch,
    ...sponsorSignature,
  }),
  response: sponsoredCalls,
})

/** The id of a batch. */
export const sponsoredCallsId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
)

/** Reads the state of a batch. An unknown one, also one of another user, is 404. */
export const postSponsoredState = defineEndpoint({
  method: 'POST',
  path: '/internal/state',
  summary: 'The state of a batch that the operator pays for.',
  query: v.object({}),
  body: v.object({ id: sponsoredCallsId, user }),
  response: sponsoredCalls,
})
