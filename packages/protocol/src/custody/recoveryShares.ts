import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { base64Url, changeSets, epoch, recoveryMode, uuid, walletFacts } from './custodyFields.ts'
import { passkeyEvidence } from './passkeys.ts'
import { publicKey } from './publicKey.ts'
import { recoveryKeyRecord } from './recoveryKeyRecord.ts'

const none = v.strictObject({})

/** Evidence that the vault (B) verifies itself; a `VERIFY_DEVICE` link needs no field, since B stores its approvals. */
export const recoveryEvidence = v.variant('kind', [
  v.strictObject({
    kind: v.literal('oidc'),
    /** Signed by the provider; its `nonce` is that of `socialNonce`. */
    idToken: v.pipe(v.string(), v.maxLength(8192)),
    txn: v.pipe(v.string(), v.maxLength(128)),
  }),
  v.strictObject({
    kind: v.literal('siwf'),
    message: v.pipe(v.string(), v.maxLength(4096)),
    signature: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]+$/), v.maxLength(16_384)),
    txn: v.pipe(v.string(), v.maxLength(128)),
  }),
  passkeyEvidence,
])
export type RecoveryEvidence = v.InferOutput<typeof recoveryEvidence>

/** The decrypted challenge of {@link recoveryKey}: 32 bytes, base64url. Proves that the user's factor was present. */
const answer = v.optional(base64Url(43))

/**
 * Uploads the recovery shares of a change; see {@link authPrepare}. A user has one wallet. Its first set needs evidence, and so
 * does a set of another wallet, which is possible only until a device has confirmed one. A change of the active wallet needs one
 * of its devices or evidence. With `recoveryKey`, which has one factor, the mode becomes that factor's. Leaving a passkey, password or code mode, or
 * replacing its key, needs `answer`.
 */
export const recoveryPrepare = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/recovery/prepare',
  summary: 'Stores recovery shares of a change before it is applied.',
  query: none,
  body: v.strictObject({
    changeId: uuid,
    wallet: walletFacts,
    mode: recoveryMode,
    sets: changeSets,
    recoveryKey: v.optional(recoveryKeyRecord),
    answer,
  }),
  response: v.strictObject({ changeId: uuid }),
})

/**
 * Applies a change, all or nothing, after repeating the checks of {@link recoveryPrepare}; the same `changeId` again gives
 * the same answer. It deletes nothing older: A commits after B, and after a crash between the two the old recovery set
 * must still be readable. {@link recoveryForget} deletes it later.
 */
export const recoveryCommit = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/recovery/commit',
  summary: 'Applies a prepared change.',
  query: none,
  body: v.strictObject({ changeId: uuid }),
  response: v.strictObject({ changeId: uuid }),
})

/**
 * Releases one recovery share. `verify` returns a share of a prepared change to the device that sent it, without evidence;
 * `recover` needs B's own evidence, and `answer` in passkey, password and code modes.
 */
export const recoveryRelease = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/recovery/release',
  summary: 'Releases one recovery share, sealed to the key of the request.',
  query: none,
  body: v.strictObject({
    /** Bound into the row: B opens it only for these addresses and this epoch. */
    wallet: walletFacts,
    setId: uuid,
    purpose: v.picklist(['verify', 'recover']),
    rid: uuid,
    epk: publicKey,
    evidence: v.optional(recoveryEvidence),
    answer,
  }),
  response: v.strictObject({ mode: recoveryMode, jwe: v.pipe(v.string(), v.maxLength(4096)) }),
})

/**
 * Returns the user's recovery key, wrapped for each factor, with a challenge sealed to its public half. Each call counts as
 * a try until an `answer` is right, and needs evidence like a release. With `changeId` it returns the key of that prepared
 * change to the device that sent it, without evidence and without counting.
 */
export const recoveryKey = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/recovery/key',
  summary: "The user's wrapped recovery key and a challenge for it.",
  query: none,
  body: v.strictObject({
    walletId: uuid,
    evidence: v.optional(recoveryEvidence),
    changeId: v.optional(uuid),
  }),
  response: v.strictObject({
    key: recoveryKeyRecord,
    /** 32 random bytes sealed with `sealToRecoveryKey`, base64url, with additional data {@link challengeAad}. */
    challenge: base64Url(512),
  }),
})

/** Builds the additional data for the challenge of {@link recoveryKey}. */
export const challengeAad = (walletId: string) =>
  new TextEncoder().encode(`foyer1\u001frec-challenge\u001f${walletId}`)

/**
 * Deletes recovery shares that a change replaced, or this device's set, and confirms that both servers have the active wallet.
 * Never deletes the newest committed recovery set of a wallet. Gives the same answer if they are already gone.
 */
export const recoveryForget = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/recovery/forget',
  summary: 'Deletes recovery shares that are no longer in force.',
  query: none,
  body: v.strictObject({
    walletId: uuid,
    setIds: v.pipe(v.array(uuid), v.maxLength(64)),
    /** Also deletes every set of a lower epoch, once a recovery set of this epoch or a later one is committed. */
    before: v.optional(epoch),
  }),
  response: v.strictObject({ forgotten: v.literal(true) }),
})
