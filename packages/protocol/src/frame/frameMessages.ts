import type * as v from 'valibot'
import { accountMessages } from './accountMessages.ts'
import { type framePushes, walletMessages } from './walletMessages.ts'

/**
 * Every message of a page to the secure frame: what it carries, what the answer carries, and how long the page waits for
 * it, ms. The name on the wire is the key; the answer's is the key with `_SUCCESS` or `_ERROR` behind it.
 *
 * @source security 3.3; ledger 7.1-7.18, 9.3, 9.4
 */
export const frameMessages = { ...accountMessages, ...walletMessages }

export type FrameMessageType = keyof typeof frameMessages
/** What a page may hand over with a message. */
export type FrameRequest<type extends FrameMessageType> = v.InferInput<
  (typeof frameMessages)[type]['request']
>
/** What the frame gets of it. */
export type FrameRequestParsed<type extends FrameMessageType> = v.InferOutput<
  (typeof frameMessages)[type]['request']
>
export type FrameReply<type extends FrameMessageType> = v.InferOutput<
  (typeof frameMessages)[type]['reply']
>
/** What the frame may answer. */
export type FrameReplyInput<type extends FrameMessageType> = v.InferInput<
  (typeof frameMessages)[type]['reply']
>
export type FramePushType = keyof typeof framePushes
export type FramePush<type extends FramePushType> = v.InferOutput<(typeof framePushes)[type]>
/** Who is logged in. */
export type FrameUser = FrameReply<'GET_USER'>

/** Whether `text` names a message of the table. */
export function isFrameMessage(text: string): text is FrameMessageType {
  return Object.hasOwn(frameMessages, text)
}
