import { type ErrorCode, errors, FoyerError } from '@foyer/protocol'
import type { DeviceV1 } from '@foyer/protocol/custody'
import * as v from 'valibot'

const origin = v.pipe(v.string(), v.url())

/** The page's first message, then one per request. */
export const toWorker = v.variant('type', [
  v.strictObject({
    type: v.literal('start'),
    authUrl: origin,
    vaultUrl: origin,
    surface: v.picklist(['frame', 'export']),
    /** The code that accounts of each network may run, by CAIP-2 id. */
    smartAccounts: v.record(v.string(), v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))),
    /** Not validated field by field: our own page sends it, a structured clone with non-extractable keys. */
    device: v.optional(v.custom<DeviceV1>((value) => typeof value === 'object')),
  }),
  v.strictObject({
    type: v.literal('ask'),
    id: v.pipe(v.number(), v.integer()),
    name: v.string(),
    params: v.unknown(),
  }),
])
export type ToWorker = v.InferInput<typeof toWorker>

/** Messages from the worker. */
export type FromWorker =
  | { type: 'answer'; id: number; value: unknown; waiting: number }
  | { type: 'failure'; id: number; code: ErrorCode; details: string | undefined; waiting: number }
  /** The new device record, in a browser that denies storage. */
  | { type: 'device'; device: DeviceV1 | undefined }

/** Converts an error for the page: code and details only, since its cause could contain secrets. */
export function failureOf(error: unknown): { code: ErrorCode; details: string | undefined } {
  if (!(error instanceof FoyerError)) return { code: 'internal', details: undefined }
  const { code, details } = error
  return Object.hasOwn(errors, code) ? { code, details } : { code: 'internal', details: undefined }
}
