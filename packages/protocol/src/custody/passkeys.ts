import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { base64Url, uuid } from './custodyFields.ts'

const none = v.strictObject({})
const ofUser = v.strictObject({ userId: uuid })
const transports = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(8)))
/** Extension results are never sent: the output of PRF is the user's factor and stays in the browser. */
const noExtensions = v.strictObject({})
const credential = {
  id: base64Url(1400),
  rawId: base64Url(1400),
  type: v.literal('public-key'),
  authenticatorAttachment: v.optional(v.picklist(['platform', 'cross-platform'])),
  clientExtensionResults: noExtensions,
}

/** `AuthenticationResponseJSON` without extension results. @source WebAuthn Level 3 section 5.1 */
export const passkeyAssertion = v.strictObject({
  ...credential,
  response: v.strictObject({
    clientDataJSON: base64Url(4096),
    authenticatorData: base64Url(4096),
    signature: base64Url(4096),
    userHandle: v.optional(base64Url(128)),
  }),
})
export type PasskeyAssertion = v.InferOutput<typeof passkeyAssertion>

/** An assertion by a passkey: evidence that its owner is present. */
export const passkeyEvidence = v.strictObject({
  kind: v.literal('passkey'),
  assertion: passkeyAssertion,
})
export type PasskeyEvidence = v.InferOutput<typeof passkeyEvidence>

/** `RegistrationResponseJSON` without extension results. @source WebAuthn Level 3 section 5.1 */
export const passkeyRegistration = v.strictObject({
  ...credential,
  response: v.strictObject({
    clientDataJSON: base64Url(4096),
    attestationObject: base64Url(16_384),
    transports,
  }),
})
export type PasskeyRegistration = v.InferOutput<typeof passkeyRegistration>

/** Types for `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
const options = v.strictObject({ options: v.record(v.string(), v.unknown()) })

/**
 * Returns the options for `navigator.credentials.create`, on a top-level page of the login origin only. The device must
 * have been approved by the vault's link a short while ago, or offer an already registered passkey; any other device gets
 * 403 `evidence-required`. Every call of this file is POST, JSON, to the vault, with a DPoP proof of the device and no access
 * token, because the vault recognises devices itself.
 *
 * @source security 2.3, 2.5
 */
export const passkeyOptions = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/options',
  summary: 'Options for registering a passkey.',
  query: none,
  body: v.strictObject({ userId: uuid, evidence: v.optional(passkeyEvidence) }),
  response: options,
})

/** Stores a passkey as evidence for recovery, and mails a notice. Revoking the device that registered it deletes it. */
export const passkeyRegister = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/register',
  summary: 'Stores a passkey as evidence for recovery.',
  query: none,
  body: v.strictObject({ userId: uuid, registration: passkeyRegistration }),
  response: v.strictObject({ id: base64Url(1400) }),
})

/** Lists the user's passkeys, for a device of the active wallet, or on evidence; the same holds for {@link passkeyRemove}. */
export const passkeyList = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys',
  summary: 'The passkeys of a user.',
  query: none,
  body: ofUser,
  response: v.strictObject({
    passkeys: v.array(
      v.strictObject({
        id: base64Url(1400),
        /** Browser and system that registered it, such as `Chrome on Linux`. */
        madeIn: v.string(),
        /** ms since 1970. */
        createdAt: v.number(),
        lastUsedAt: v.nullable(v.number()),
      }),
    ),
  }),
})

/** A passkey that opens the recovery key is removed there (`recoveryFactorRemove`): 409 `change-conflict` here. */
export const passkeyRemove = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/remove',
  summary: 'Removes a passkey as evidence.',
  query: none,
  body: v.strictObject({ userId: uuid, id: base64Url(1400) }),
  response: v.strictObject({ removed: v.literal(true) }),
})

/**
 * Returns the options for `navigator.credentials.get`, valid once and for five minutes. A device that the vault knows gets a
 * list of credentials; for any other `allowCredentials` is empty, and its browser offers the passkeys that it has. The
 * assertion is evidence of kind `passkey` for this device; in a frame only directly below the origin that the access token
 * names (`org`).
 */
export const passkeyChallenge = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/challenge',
  summary: 'Options for using a passkey.',
  query: none,
  body: ofUser,
  response: options,
})

/** The salt of PRF: the same for all passkeys of a user. @source security 2.3 */
export async function passkeySalt(userId: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder().encode(`foyer1:prf:${userId}`)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text))
}
