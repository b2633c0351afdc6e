import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { changeSets, recoveryMode, uuid, walletFacts } from './custodyFields.ts'
import { publicKey } from './publicKey.ts'

const none = v.strictObject({})

/** The user's live wallet, as the login server (A) knows it. */
export const liveWallet = v.strictObject({
  ...walletFacts.entries,
  mode: recoveryMode,
  recoverySetId: uuid,
  /** The set of the asking device; null when this device has none (new, or revoked). */
  deviceSetId: v.nullable(uuid),
})
export type LiveWallet = v.InferOutput<typeof liveWallet>

/** Which wallet the session's user has. A call is POST, JSON, with an access token and a DPoP proof, like all here. */
export const authStatus = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/auth/status',
  summary: 'The wallet of the signed-in user, and whether this device has a share set.',
  query: none,
  body: none,
  response: v.strictObject({ userId: uuid, deviceId: uuid, wallet: v.nullable(liveWallet) }),
})

/**
 * Brings the auth shares of a change: a new wallet, a new device, a new recovery set. Nothing is in force before
 * {@link authCommit}; the same `changeId` may be sent again.
 */
export const authPrepare = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/auth/prepare',
  summary: 'Stores auth shares of a change that is not yet in force.',
  query: none,
  body: v.strictObject({
    changeId: uuid,
    /** As it will be after the change: `epoch` is `baseEpoch + 1` with a recovery set, else `baseEpoch`. */
    wallet: walletFacts,
    /** Epoch of the live wallet that the change stands on; 0 makes a wallet. */
    baseEpoch: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff)),
    mode: recoveryMode,
    sets: changeSets,
  }),
  response: v.strictObject({ changeId: uuid }),
})

/**
 * Puts a change in force, all or nothing, once; the same `changeId` again gives the same answer. Refused with
 * `change-conflict` when the user has a live wallet (`baseEpoch` 0), or its epoch is no longer `baseEpoch`.
 */
export const authCommit = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/auth/commit',
  summary: 'Puts a prepared change in force.',
  query: none,
  body: v.strictObject({ changeId: uuid }),
  response: v.strictObject({ wallet: liveWallet }),
})

/**
 * One auth share for one purpose. `verify` gives a share of a prepared change back to the device that sent it; `sign`
 * only of this device's set; `recover` only the live recovery set; `export` needs a step-up at A.
 */
export const authRelease = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/auth/release',
  summary: 'Releases one auth share, sealed to the key of the request.',
  query: none,
  body: v.strictObject({
    walletId: uuid,
    setId: uuid,
    purpose: v.picklist(['sign', 'verify', 'recover', 'enrol', 'export']),
    /** Of the request that the share is for; stands in the audit log. */
    rid: uuid,
    epk: publicKey,
  }),
  response: v.strictObject({ jwe: v.pipe(v.string(), v.maxLength(4096)) }),
})

/** Ends this device's set: what it keeps is worthless from then on. Answers the same when it is gone already. */
export const authForget = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/auth/forget',
  summary: "Deletes the asking device's share set.",
  query: none,
  body: v.strictObject({ walletId: uuid }),
  response: v.strictObject({ forgotten: v.literal(true) }),
})
