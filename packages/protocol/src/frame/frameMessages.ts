import type * as v from 'valibot'
import { accountMessages } from './accountMessages.ts'
import { type framePushes, walletMessages } from './walletMessages.ts'

/**
 * Every message from a page to the secure frame: its payload, its answer, and the page's timeout, ms. The key is the
 * message's name; the answer's name is the key with the suffix `_SUCCESS` or `_ERROR`.
 *
 * @source security 3.3; spec 7.1-7.18, 9.3, 9.4
 */
export const frameMessages = { ...accountMessages, ...walletMessages }

export type FrameMessageType = keyof typeof frameMessages
/** The payload that a page passes to a message. */
export type FrameRequest<type extends FrameMessageType> = v.InferInput<
  (typeof frameMessages)[type]['request']
>
/** The payload that the frame receives. */
export type FrameRequestParsed<type extends FrameMessageType> = v.InferOutput<
  (typeof frameMessages)[type]['request']
>
export type FrameReply<type extends FrameMessageType> = v.InferOutput<
  (typeof frameMessages)[type]['reply']
>
/** The answer that the frame may give. */
export type FrameReplyInput<type extends FrameMessageType> = v.InferInput<
  (typeof frameMessages)[type]['reply']
>
export type FramePushType = keyof typeof framePushes
export type FramePush<type extends FramePushType> = v.InferOutput<(typeof framePushes)[type]>
/** The logged-in user. */
export type FrameUser = FrameReply<'GET_USER'>

/** True if `text` is the name of a message. */
export function isFrameMessage(text: string): text is FrameMessageType {
  return Object.hasOwn(frameMessages, text)
}
