import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { base64Url, uuid } from './custodyFields.ts'

const none = v.strictObject({})
const ofUser = v.strictObject({ userId: uuid })
const transports = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(8)))
/** The output of PRF is the user's factor: it stays in the browser, so nothing of extensions is sent. */
const noExtensions = v.strictObject({})
const credential = {
  id: base64Url(1400),
  rawId: base64Url(1400),
  type: v.literal('public-key'),
  authenticatorAttachment: v.optional(v.picklist(['platform', 'cross-platform'])),
  clientExtensionResults: noExtensions,
}

/** `AuthenticationResponseJSON` without the results of extensions. @source WebAuthn Level 3 section 5.1 */
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

/** A passkey that is used: evidence that its person is here. */
export const passkeyEvidence = v.strictObject({
  kind: v.literal('passkey'),
  assertion: passkeyAssertion,
})
export type PasskeyEvidence = v.InferOutput<typeof passkeyEvidence>

/** `RegistrationResponseJSON` without the results of extensions. @source WebAuthn Level 3 section 5.1 */
export const passkeyRegistration = v.strictObject({
  ...credential,
  response: v.strictObject({
    clientDataJSON: base64Url(4096),
    attestationObject: base64Url(16_384),
    transports,
  }),
})
export type PasskeyRegistration = v.InferOutput<typeof passkeyRegistration>

/** For `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
const options = v.strictObject({ options: v.record(v.string(), v.unknown()) })

/**
 * Options of `navigator.credentials.create`, for a device that the vault's link approved a short while ago, or that
 * offers a passkey that is registered already; on a top-level page of the login origin only. Each call of this file is
 * POST, JSON, to the vault, with a DPoP proof of the device and no access token: the vault knows the device by itself.
 * Another device: 403 `evidence-required`.
 *
 * @source security 2.3, 2.5
 */
export const passkeyOptions = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/options',
  summary: 'What a browser makes a passkey with.',
  query: none,
  body: v.strictObject({ userId: uuid, evidence: v.optional(passkeyEvidence) }),
  response: options,
})

/** Keeps a passkey as evidence for recovery, and mails a notice. It goes with the device that registered it. */
export const passkeyRegister = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/register',
  summary: 'Keeps a passkey as evidence for recovery.',
  query: none,
  body: v.strictObject({ userId: uuid, registration: passkeyRegistration }),
  response: v.strictObject({ id: base64Url(1400) }),
})

/** Passkeys of the user, for a device of the wallet in force, or on evidence; so is {@link passkeyRemove}. */
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
        /** Where it was made, such as `Chrome on Linux`. */
        madeIn: v.string(),
        /** ms since 1970. */
        createdAt: v.number(),
        lastUsedAt: v.nullable(v.number()),
      }),
    ),
  }),
})

/** The last one of a wallet that is restored by a passkey stays: 409 `change-conflict`. */
export const passkeyRemove = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/remove',
  summary: 'A passkey is no evidence any more.',
  query: none,
  body: v.strictObject({ userId: uuid, id: base64Url(1400) }),
  response: v.strictObject({ removed: v.literal(true) }),
})

/**
 * Options of `navigator.credentials.get`. Credentials are named to a device that the vault knows; for any other
 * `allowCredentials` is empty, and its browser offers the passkeys that it has. Good for five minutes and once. What comes
 * of it is evidence of kind `passkey` for this device, in a frame only below the origin that the access token names
 * (`org`).
 */
export const passkeyChallenge = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/challenge',
  summary: 'What a browser uses a passkey with.',
  query: none,
  body: ofUser,
  response: options,
})

/** The salt of PRF: the same for all passkeys of a user. @source security 2.3 */
export async function passkeySalt(userId: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder().encode(`foyer1:prf:${userId}`)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text))
}
