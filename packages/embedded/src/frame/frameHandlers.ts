import type {
  FrameMessageType,
  FramePush,
  FramePushType,
  FrameReplyInput,
  FrameRequestParsed,
} from '@foyer/protocol/frame'

/** Sends an unrequested message to the page. An invalid one is logged and not sent. */
export type PushFrame = <type extends FramePushType>(type: type, payload: FramePush<type>) => void

/** Context of a handler. */
export type FrameContext = {
  /** Id of the request: the `rid` of `POPUP_NEEDED`. */
  readonly id: string
  /** The page's origin, verified by the handshake. */
  readonly origin: string
  /** Time at which the request is rejected with `request-timed-out`, ms since 1970. */
  readonly expiresAt: number
  /** Aborts when the caller gave up: a later decision is void. */
  readonly signal: AbortSignal
  readonly push: PushFrame
}

/**
 * Handlers by message. The channel itself answers `RPC_ABORT`, and aborts everything before `SIGN_OUT` and `RELOAD`.
 * Handlers get parsed payloads; `RPC_REQUEST` only for allowed methods, with valid parameters.
 */
export type FrameHandlers = {
  readonly [type in Exclude<FrameMessageType, 'RPC_ABORT'>]: (
    request: FrameRequestParsed<type>,
    context: FrameContext,
  ) => FrameReplyInput<type> | Promise<FrameReplyInput<type>>
}
