import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { changeSets, recoveryMode, uuid, walletFacts } from './custodyFields.ts'
import { publicKey } from './publicKey.ts'

const none = v.strictObject({})

/** The user's active wallet, as the login server (A) knows it. */
export const liveWallet = v.strictObject({
  ...walletFacts.entries,
  mode: recoveryMode,
  recoverySetId: uuid,
  /** The share set of the calling device; null if it has none (new, or revoked). */
  deviceSetId: v.nullable(uuid),
})
export type LiveWallet = v.InferOutput<typeof liveWallet>

/**
 * The holders of the wallet's key: `shares` of this device and both servers, or `passkey`: factors of the user alone, and then
 * there is no `wallet` here.
 */
export const custody = v.picklist(['shares', 'passkey'])
export type Custody = v.InferOutput<typeof custody>

/** Returns the wallet of the session's user. Like all calls of this file: POST, JSON, with an access token and a DPoP proof. */
export const authStatus = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/auth/status',
  summary: 'The wallet of the signed-in user, and whether this device has a share set.',
  query: none,
  body: none,
  response: v.strictObject({
    userId: uuid,
    deviceId: uuid,
    custody: v.optional(custody, 'shares'),
    wallet: v.nullable(liveWallet),
  }),
})

/**
 * Uploads the auth shares of a change: a new wallet, a new device, a new recovery set. They take effect only with
 * {@link authCommit}; repeating the call with the same `changeId` is allowed.
 */
export const authPrepare = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/auth/prepare',
  summary: 'Stores auth shares of a change before it is applied.',
  query: none,
  body: v.strictObject({
    changeId: uuid,
    /** The epoch after the change: `baseEpoch + 1` with a recovery set, else `baseEpoch`. */
    wallet: walletFacts,
    /** Epoch of the active wallet that the change applies to; 0 creates a wallet. */
    baseEpoch: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff)),
    mode: recoveryMode,
    sets: changeSets,
  }),
  response: v.strictObject({ changeId: uuid }),
})

/**
 * Applies a change, all or nothing, once; repeating the call with the same `changeId` gives the same answer. Fails with
 * `change-conflict` if the user already has an active wallet (`baseEpoch` 0), or its epoch is no longer `baseEpoch`.
 */
export const authCommit = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/auth/commit',
  summary: 'Applies a prepared change.',
  query: none,
  body: v.strictObject({ changeId: uuid }),
  response: v.strictObject({ wallet: liveWallet }),
})

/**
 * Releases one auth share for one purpose. `verify` returns a share of a prepared change to the device that sent it;
 * `sign` only one of this device's set; `recover` only one of the active recovery set; `export` needs a step-up at A.
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
    /** Id of the request that needs the share, for the audit log. */
    rid: uuid,
    epk: publicKey,
  }),
  response: v.strictObject({ jwe: v.pipe(v.string(), v.maxLength(4096)) }),
})

/** Deletes this device's set, so that its own share becomes worthless. Gives the same answer if the set is already gone. */
export const authForget = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/auth/forget',
  summary: "Deletes the calling device's share set.",
  query: none,
  body: v.strictObject({ walletId: uuid }),
  response: v.strictObject({ forgotten: v.literal(true) }),
})
