import type { FrameTheme } from '@foyer/protocol/frame'
import * as v from 'valibot'
import type { Approval, ApprovalStatus } from '../approve/approval.ts'

const challenge = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))
const rid = v.pipe(v.string(), v.uuid())

/**
 * Popup → each frame of its opener, with the login origin as `targetOrigin`, so that only the login site's frames receive
 * the challenge.
 *
 * @source security 2.10, 3.5 "Popup"
 */
export const findFrame = v.strictObject({
  k: v.literal('foyer-popup'),
  t: v.literal('find'),
  rid,
  challenge,
})

/** Frame → popup: answers the challenge, with the login origin as `targetOrigin`, and transfers one port. */
export const frameFound = v.strictObject({
  k: v.literal('foyer-popup'),
  t: v.literal('found'),
  rid,
  challenge,
})

/** Popup → frame, on the port. */
export const popupMessage = v.variant('t', [
  v.strictObject({
    t: v.literal('decision'),
    rid,
    digest: v.string(),
    decision: v.picklist(['approve', 'reject']),
    factor: v.optional(
      v.strictObject({
        mode: v.literal('passkey'),
        secret: v.instance(Uint8Array<ArrayBuffer>),
        id: v.string(),
        isAdded: v.optional(v.boolean()),
      }),
    ),
  }),
  /** The document of the popup unloads. */
  v.strictObject({ t: v.literal('bye') }),
])
export type PopupMessage = v.InferOutput<typeof popupMessage>

/**
 * Frame → popup, on the port. Not validated, since both ends are from one build and one origin.
 */
export type FrameToPopup = {
  approval: Approval
  status: ApprovalStatus
  theme?: FrameTheme | undefined
}
