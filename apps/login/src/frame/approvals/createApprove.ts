import type { SignRequestInput } from '@foyer/decode'
import type { FrameContext } from '@foyer/embedded/frame'
import { abortable, FoyerError, toFoyerError } from '@foyer/protocol'
import type {
  Approval,
  ApprovalStatus,
  Decision,
  OverReason,
  SiteClaims,
} from '../../approve/approval.ts'
import { choosePlace, type FramePlace, type Place } from '../../approve/choosePlace.ts'
import type { DescribeRequest } from '../../decoder/openDecoder.ts'
import type { FrameAccount } from '../createFrameAccount.ts'
import type { Rpc } from '../createRpc.ts'
import type { FrameNetwork } from '../networks.ts'
import type { Queue } from './createQueue.ts'
import type { Rejections } from './createRejections.ts'

/** The frame or the popup that shows one request. */
export type Surface = {
  show(approval: Approval, status: ApprovalStatus): void
  close(): void
}

/** Opens a surface. Calls `onDecision` with the user's decision, at most once. */
export type OpenSurface = (
  approval: Approval,
  options: {
    context: FrameContext
    onDecision: (decision: Decision) => void
    /** Called when nothing can be approved in the frame: it is too small (`size`) or covered (`unseen`). */
    onBlocked: (why: 'size' | 'unseen') => void
    /** Why a popup is used; empty for the frame. */
    reason: string
  },
) => Promise<Surface>

/**
 * Shows a request to the user and, once approved, signs exactly what was shown.
 * @returns What `finish` returns.
 * @throws FoyerError `user-rejected`, `request-aborted`, and what `build`, the key worker and `finish` throw
 */
export type Approve = <result>(
  parameters: {
    context: FrameContext
    /** The account that signs. */
    address: string
    network: FrameNetwork
    rpc: Rpc
    /** Builds the request. Called when it reaches the head of the queue, since its nonce depends on earlier transactions. */
    build: () => SignRequestInput | Promise<SignRequestInput>
  },
  /** Uses the signature, for example to broadcast; the surface shows "sending" meanwhile. */
  finish: (signed: unknown) => Promise<result>,
) => Promise<result>

/**
 * Makes the one function through which every signature is approved. It builds the request, prepares it in the key
 * worker, describes the worker's own copy, shows it in the frame or a popup depending on its risk, and signs only the
 * digest that was shown.
 *
 * @source security 2.5 "Sign", 3.4, 3.5
 */
export function createApprove({
  account,
  describe,
  inline,
  now = Date.now,
  popup,
  queue,
  readClaims,
  readPlace,
  rejections,
  trust,
}: {
  account: FrameAccount
  describe: DescribeRequest
  inline: OpenSurface
  popup: OpenSurface
  queue: Queue
  rejections: Rejections
  readClaims: () => SiteClaims | undefined
  readPlace: () => FramePlace
  trust: 'first-party' | 'untrusted'
  now?: () => number
}): Approve {
  return async ({ address, build, context, network, rpc }, finish) => {
    const { expiresAt, id, origin } = context
    // Otherwise a card would stay open for the account of the login before.
    const signal = AbortSignal.any([context.signal, account.loginSignal()])
    rejections.check()
    return queue.run(signal, async (turn) => {
      // Checked again: three other requests may have been rejected while this one was queued.
      rejections.check()
      const rid = crypto.randomUUID()
      const { digest, request } = await account.ask('prepare', { rid, request: await build() })
      const description = await describe(
        { account: address, network, origin, request },
        { now, rpc, signal },
      )
      if (signal.aborted) throw new FoyerError('request-aborted')
      const { passkey } = await account.requireReady()
      const { kind, risk } = description
      let approval: Approval = {
        rid: id,
        ...{ account: address, description, digest, expiresAt, network, origin, passkey },
        claims: readClaims(),
        position: turn.position(),
      }
      let status: ApprovalStatus = { is: 'asking' }
      let onDecision: (decision: Decision) => void = () => {}
      let onFailure: (error: unknown) => void = () => {}
      const decided = new Promise<Decision>((resolve, reject) => {
        onDecision = resolve
        onFailure = reject
      })
      let surface: Surface | undefined
      let isFinishing = false
      const openAt = async (place: Place) => {
        const { open, reason } =
          place.place === 'inline'
            ? { open: inline, reason: '' }
            : { open: popup, reason: place.reason }
        surface?.close()
        surface = undefined
        surface = await open(approval, { context, onBlocked, onDecision, reason })
      }
      const onBlocked = (why: 'size' | 'unseen') => {
        if (status.is !== 'asking' || signal.aborted) return
        openAt({ place: 'popup', reason: why === 'size' ? 'size' : 'browser' }).catch(onFailure)
      }
      const setStatus = (next: ApprovalStatus) => {
        status = next
        surface?.show(approval, status)
      }
      turn.onPosition((position) => {
        approval = { ...approval, position }
        surface?.show(approval, status)
      })
      try {
        await openAt(choosePlace({ frame: readPlace(), kind, risk, trust }))
        const { decision, digest: approved, factor } = await abortable(decided, signal)
        if (decision === 'reject') {
          rejections.add()
          throw new FoyerError('user-rejected')
        }
        setStatus({ is: 'sending' })
        const signed = await account
          .ask('sign', { rid, digest: approved, ...(factor && { factor }) })
          .finally(() => factor?.secret.fill(0))
        // Discard the signature of a request that was aborted meanwhile.
        if (signal.aborted) throw new FoyerError('request-aborted')
        isFinishing = true
        const result = await finish(signed)
        setStatus({ is: 'done' })
        return result
      } catch (error) {
        const ended = isFinishing ? 'unfinished' : now() >= expiresAt ? 'expired' : 'aborted'
        setStatus(statusOf(error, ended))
        throw error
      } finally {
        surface?.close()
      }
    })
  }
}

/** @param ended - Why the request ended, if nobody waits for it any more. */
function statusOf(error: unknown, ended: OverReason): ApprovalStatus {
  const { code, details } = toFoyerError(error, 'internal')
  if (code === 'user-rejected') return { is: 'over', reason: 'rejected' }
  if (code === 'request-aborted') return { is: 'over', reason: ended }
  const maySent = ended === 'unfinished'
  return {
    is: 'failed',
    code,
    ...(details !== undefined && { details }),
    ...(maySent && { maySent }),
  }
}
