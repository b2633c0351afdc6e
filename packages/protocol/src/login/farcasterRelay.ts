import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

const none = v.strictObject({})
const text = (most: number) => v.pipe(v.string(), v.maxLength(most))
const moment = v.optional(text(64))

/** The text that a site wants to have signed. @source FIP-11; @farcaster/auth-client */
export const channelParams = v.object({
  domain: text(255),
  siweUri: text(2048),
  nonce: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{8,128}$/))),
  notBefore: moment,
  expirationTime: moment,
  requestId: v.optional(text(128)),
  acceptAuthAddress: v.optional(v.boolean()),
})
export type ChannelParams = v.InferOutput<typeof channelParams>

/** Identifies a channel; whoever sees the QR code has it. */
export const channelToken = v.pipe(v.string(), v.regex(/^[\w-]{4,64}$/))

/** Opens a channel between a site and a user's Farcaster app. */
export const openChannel = defineEndpoint({
  method: 'POST',
  path: '/v1/channel',
  summary: 'Opens a channel to a Farcaster app.',
  query: none,
  body: channelParams,
  response: v.object({ channelToken, url: text(2048), nonce: text(128) }),
})

/**
 * The state of the channel of the Bearer token: 202 while pending, 200 at its end. Nothing in it is believed but the message by its
 * signature. `rejected` is Foyer's own: the public relay has no word for a user who refuses.
 */
export const readChannel = defineEndpoint({
  method: 'GET',
  path: '/v1/channel/status',
  summary: 'The state of a channel.',
  query: none,
  response: v.variant('state', [
    v.object({
      state: v.literal('pending'),
      signatureParams: v.optional(channelParams),
      acceptAuthAddress: v.optional(v.boolean()),
    }),
    v.object({ state: v.literal('rejected') }),
    v.object({
      state: v.literal('completed'),
      message: text(4096),
      signature: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2}){1,4096}$/)),
      username: v.fallback(v.optional(text(256)), undefined),
    }),
  ]),
})

/** The answer of the user's Farcaster app. With the header `X-Farcaster-Auth-Relay-Key`. */
export const answerChannel = defineEndpoint({
  method: 'POST',
  path: '/v1/channel/authenticate',
  summary: 'The answer of a Farcaster app.',
  query: none,
  body: v.union([
    v.strictObject({ rejected: v.literal(true) }),
    v.object({
      message: text(4096),
      signature: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2}){1,4096}$/)),
      fid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      authMethod: v.optional(v.picklist(['custody', 'authAddress'])),
      username: v.optional(text(256)),
      displayName: v.optional(text(256)),
      bio: v.optional(text(1024)),
      pfpUrl: v.optional(text(2048)),
    }),
  ]),
  response: v.object({ state: v.picklist(['completed', 'rejected']) }),
})
export type ChannelAnswer = v.InferOutput<(typeof answerChannel)['body']>
