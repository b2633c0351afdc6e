import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { base64Url, changeSets, epoch, recoveryMode, uuid, walletFacts } from './custodyFields.ts'
import { passkeyEvidence } from './passkeys.ts'
import { publicKey } from './publicKey.ts'
import { recoveryKeyRecord } from './recoveryKeyRecord.ts'

const none = v.strictObject({})

/** What the vault (B) checks by itself; a `VERIFY_DEVICE` link needs no field, since B keeps its approvals. */
export const recoveryEvidence = v.variant('kind', [
  v.strictObject({
    kind: v.literal('oidc'),
    /** As Google or Apple signed it; `nonce` is b64u(SHA-256("foyer1:oidc:" ‖ jkt ‖ txn)). */
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

/** Opens {@link recoveryKey}'s challenge: 32 bytes, base64url. Proof that the user's factor was at hand. */
const answer = v.optional(base64Url(43))

/**
 * Brings the rec shares of a change; see {@link authPrepare}. A user has one wallet: its first set, and a set of another
 * wallet as long as none was confirmed, needs evidence; a change of the wallet in force needs a device of it or evidence. With `recoveryKey` the mode becomes that key's. Leaving a
 * user-held mode, or replacing its key, needs `answer`.
 */
export const recoveryPrepare = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/recovery/prepare',
  summary: 'Stores recovery shares of a change that is not yet in force.',
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
 * Puts a change in force, all or nothing, after the checks of {@link recoveryPrepare} were made again; the same
 * `changeId` again gives the same answer. Nothing older is deleted: A
 * commits after B, and a crash between the two must leave the old recovery set readable. {@link recoveryForget} cleans.
 */
export const recoveryCommit = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/recovery/commit',
  summary: 'Puts a prepared change in force.',
  query: none,
  body: v.strictObject({ changeId: uuid }),
  response: v.strictObject({ changeId: uuid }),
})

/**
 * One rec share. `verify` gives a share of a prepared change back to the device that sent it, without evidence;
 * `recover` needs evidence of B's own, and `answer` in user-held modes.
 */
export const recoveryRelease = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/recovery/release',
  summary: 'Releases one recovery share, sealed to the key of the request.',
  query: none,
  body: v.strictObject({
    /** Bound into the row: B opens it for these addresses and this epoch only. */
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
 * The user's recovery key, wrapped under the factor, with a challenge sealed to its public half. Each call counts as a
 * try until an `answer` is right; evidence is needed as for a release. With `changeId` it is the key of that prepared
 * change, given back to the device that sent it, without evidence and without counting.
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
    /** base64url of what `sealToRecoveryKey` made of 32 random bytes, with additional data {@link challengeAad}. */
    challenge: base64Url(512),
  }),
})

/** Additional data of the challenge of {@link recoveryKey}. */
export const challengeAad = (walletId: string) =>
  new TextEncoder().encode(`foyer1\u001frec-challenge\u001f${walletId}`)

/**
 * Deletes rec shares that a change replaced, or this device's set, and confirms that both servers have the wallet in force. The newest committed recovery set of a wallet is
 * never deleted. Answers the same when they are gone already.
 */
export const recoveryForget = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/recovery/forget',
  summary: 'Deletes recovery shares that are no longer in force.',
  query: none,
  body: v.strictObject({
    walletId: uuid,
    setIds: v.pipe(v.array(uuid), v.maxLength(64)),
    /** Also every set of a lower epoch, once a recovery set of this epoch or a later one is committed. */
    before: v.optional(epoch),
  }),
  response: v.strictObject({ forgotten: v.literal(true) }),
})
