import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { origin } from '../vault/vaultCalls.ts'
import { base64Url } from './custodyFields.ts'
import { factorId } from './recoveryKeyRecord.ts'

const none = v.strictObject({})

/** Single use, for one device, five minutes. */
const challenge = base64Url(512)

/**
 * Proof of a wallet: an Ed25519 public key derived from its secret (32 bytes), and a signature of
 * {@link accountProofMessage}. Nobody derives the secret from it.
 */
const proof = { challenge, account: base64Url(43), signature: base64Url(86) }

/** The wallet's secret, encrypted under an added passkey or a code: version, IV and ciphertext. */
const walletEnvelope = base64Url(256)

/** A passkey or a code that opens the wallet; `envelope` is null for the passkey from which the wallet is derived. */
const factor = v.strictObject({
  id: factorId,
  mode: v.picklist(['passkey', 'code']),
  envelope: v.nullable(walletEnvelope),
})
export type WalletFactor = v.InferOutput<typeof factor>

/**
 * Starts opening a wallet that is held by passkeys alone: returns a challenge, and what a factor needs to open the wallet.
 * An unknown id gets a null envelope, like the passkey from which a wallet is derived. POST, JSON, with a DPoP proof of the
 * device and no access token, like {@link passkeyWalletLogin}.
 */
export const passkeyWalletBegin = defineEndpoint({
  method: 'POST',
  path: '/v1/login/passkey/begin',
  summary: 'Starts a login by a passkey alone.',
  query: none,
  body: v.strictObject({ id: v.optional(factorId) }),
  response: v.strictObject({ challenge, envelope: v.nullable(walletEnvelope) }),
})

/**
 * Logs in with the proof of a wallet; the ticket is for `postToken`, once, within two minutes. With `create` an unknown wallet
 * becomes a new account with this factor; without, it gets 404 `resource-not-found`.
 */
export const passkeyWalletLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/login/passkey',
  summary: 'Completes a login by a passkey alone.',
  query: none,
  body: v.strictObject({
    ...proof,
    /** Id of the factor that was used. */
    id: factorId,
    create: v.optional(factor),
    /** As in `loginEmail`. */
    site: v.optional(
      v.strictObject({ projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)), origin }),
    ),
  }),
  response: v.strictObject({ ticket: v.string() }),
})

/** Proves the user again, in place of `stepUp`. With an access token, like the next two. @returns `until`, ms since 1970 */
export const passkeyWalletStepUp = defineEndpoint({
  method: 'POST',
  path: '/v1/account/step-up/passkey',
  summary: 'Proves the user again by a passkey.',
  query: none,
  body: v.strictObject(proof),
  response: v.strictObject({ until: v.number() }),
})

/** Adds a factor, or replaces the code. Needs a step-up. 409 `change-conflict` above the maximum, or for another user's id. */
export const passkeyWalletAdd = defineEndpoint({
  method: 'POST',
  path: '/v1/account/passkeys/add',
  summary: 'Adds a passkey or a code that opens the wallet.',
  query: none,
  body: v.strictObject({ factor }),
  response: v.strictObject({ added: v.literal(true) }),
})

/**
 * Deletes a factor. Needs a step-up. 409 `change-conflict` for the passkey from which the wallet is derived, which always
 * opens it, and for the last factor.
 */
export const passkeyWalletRemove = defineEndpoint({
  method: 'POST',
  path: '/v1/account/passkeys/remove',
  summary: 'Deletes a passkey or a code that opens the wallet.',
  query: none,
  body: v.strictObject({ id: factorId }),
  response: v.strictObject({ removed: v.literal(true) }),
})

/** Factors of the signed-in wallet, oldest first. */
export const passkeyWalletFactors = v.array(
  v.strictObject({
    id: factorId,
    mode: v.picklist(['passkey', 'code']),
    /** The wallet is derived from this passkey. */
    isSource: v.boolean(),
    /** Browser and system that added it, such as `Chrome on Linux`. */
    madeIn: v.string(),
    /** ms since 1970. */
    createdAt: v.number(),
    lastUsedAt: v.nullable(v.number()),
  }),
)

/** The bytes that a wallet signs to prove itself at the login server, from one device. */
export const accountProofMessage = ({ challenge, jkt }: { challenge: string; jkt: string }) =>
  new TextEncoder().encode(['foyer1', 'account', challenge, jkt].join('\u001f'))

/** Salt of PRF for wallets that are held by passkeys alone: the user is not known before the passkey is used. */
export async function walletSalt(): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder().encode('foyer1:prf:wallet')
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text))
}

/** First byte of the user handle of a passkey, which says how it opens a wallet. */
export const walletHandle = { source: 0x57, added: 0x41 } as const
