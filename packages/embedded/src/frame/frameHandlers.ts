import type {
  FrameMessageType,
  FramePush,
  FramePushType,
  FrameReplyInput,
  FrameRequestParsed,
} from '@foyer/protocol'

/** Tells the page something that it did not ask for. What is no valid push is logged and not sent. */
export type PushFrame = <type extends FramePushType>(type: type, payload: FramePush<type>) => void

/** What a handler knows besides the message. */
export type FrameContext = {
  /** Of the request: the `rid` of `POPUP_NEEDED`. */
  readonly id: string
  /** Attested by the handshake: the page's, whatever the page says of itself. */
  readonly origin: string
  /** When it is refused with `request-timed-out`, ms since 1970. */
  readonly expiresAt: number
  /** Aborts when nobody waits any more: a decision that comes later counts for nothing. */
  readonly signal: AbortSignal
  readonly push: PushFrame
}

/**
 * Who answers each message of the table. `RPC_ABORT` is answered by the channel itself, which also aborts everything
 * before `SIGN_OUT` and `RELOAD` are handled. Handlers get what the schemas gave; of `RPC_REQUEST` only methods that are
 * allowed, with parameters of the right shape.
 */
export type FrameHandlers = {
  readonly [type in Exclude<FrameMessageType, 'RPC_ABORT'>]: (
    request: FrameRequestParsed<type>,
    context: FrameContext,
  ) => FrameReplyInput<type> | Promise<FrameReplyInput<type>>
}
