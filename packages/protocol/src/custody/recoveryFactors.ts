import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { base64Url, uuid } from './custodyFields.ts'
import { factorId, factorMode, recoveryFactor } from './recoveryKeyRecord.ts'

const none = v.strictObject({})
/** Thumbprint of the recovery key, so that a change never meets another key; and the answer to its challenge. */
const opened = {
  walletId: uuid,
  keyId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
  answer: base64Url(43),
}

/** A factor as `/security` shows it; nothing here opens anything. */
const listedFactor = v.strictObject({
  id: factorId,
  mode: factorMode,
  /** ms since 1970. */
  createdAt: v.number(),
  /** Browser and system that registered a passkey, such as `Chrome on Linux`; null if not known. */
  madeIn: v.nullable(v.string()),
})
export type ListedFactor = v.InferOutput<typeof listedFactor>

/**
 * Lists the factors that open the user's recovery key, oldest first; none if recovery is automatic. For a device of the
 * active wallet, or on evidence; any other gets 403 `evidence-required`. With a DPoP proof of the device and no access token.
 */
export const recoveryFactorList = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/recovery/factors',
  summary: 'The factors that open a recovery key.',
  query: none,
  body: v.strictObject({ userId: uuid }),
  response: v.strictObject({ factors: v.array(listedFactor) }),
})

/**
 * Adds a factor, or replaces the one with its id, and mails a notice. Needs `answer`: only someone who has opened the
 * recovery key can wrap it. 409 `change-conflict` for another key, or for too many factors.
 */
export const recoveryFactorPut = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/recovery/factors/put',
  summary: 'Adds a factor that opens the recovery key.',
  query: none,
  body: v.strictObject({ ...opened, factor: recoveryFactor }),
  response: v.strictObject({ put: v.literal(true) }),
})

/**
 * Deletes a factor, with its passkey as evidence, and mails a notice. Needs `answer`. 409 `change-conflict` for the last
 * one. Gives the same answer if it is already gone.
 */
export const recoveryFactorRemove = defineEndpoint({
  method: 'POST',
  path: '/v1/shares/recovery/factors/remove',
  summary: 'Deletes a factor of the recovery key.',
  query: none,
  body: v.strictObject({ ...opened, id: factorId }),
  response: v.strictObject({ removed: v.literal(true) }),
})
