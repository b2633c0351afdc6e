import type { FrameTheme } from '@foyer/protocol/frame'
import * as v from 'valibot'
import type { Approval, ApprovalStatus, Decision } from '../approve/approval.ts'
import { isOwnPopup, showsPage } from './isOwnPopup.ts'
import { type FrameToPopup, findFrame, type frameFound, popupMessage } from './popupMessages.ts'

/** Interval of checking whether the window still exists, in ms. */
const checkMs = 250
const page = /\/popup$/
/** Time within which a window that reloads must connect again, and within which one elsewhere must come back, in ms. */
const graces = { reloadMs: 10_000, elsewhereMs: 1_500 }

/** A request that is shown in a popup. */
export type ServedPopup = {
  /** Updates the request and its status, in the window or for when it connects. */
  show(approval: Approval, status: ApprovalStatus): void
  /** Stops serving; a decision that arrives later is ignored. */
  close(): void
}

/**
 * Runs the frame's side of `/popup#rid`: waits for the window that the user opens by a click on the page, shows it the
 * request and receives its decision. A decision counts only from a top-level document `/popup` of this origin that the
 * embedding page opened, over the port that was sent to it; closing the window, or navigating away, is a rejection.
 * @param options.onDecision - Called at most once.
 * @source security 3.5 "Popup"; T24, T25
 */
export function servePopup(
  approval: Approval,
  {
    onDecision,
    onOpen = () => {},
    theme,
  }: {
    onDecision: (decision: Decision) => void
    /** Called each time that a window has connected and shows the request. */
    onOpen?: () => void
    theme?: FrameTheme | undefined
  },
): ServedPopup {
  const { rid } = approval
  const { origin } = window.location
  let shown: { approval: Approval; status: ApprovalStatus } = {
    approval,
    status: { is: 'asking' },
  }
  let popup: Window | undefined
  let port: MessagePort | undefined
  /** The last challenge that was answered. */
  let answered: string | undefined
  /** When the document of the window unloaded. */
  let goneAt: number | undefined
  let over = false

  const send = () => port?.postMessage({ ...shown, theme } satisfies FrameToPopup)
  const decide = (decision: Decision) => {
    if (over) return
    over = true
    clearInterval(timer)
    onDecision(decision)
  }
  const reject = () => decide({ rid, digest: shown.approval.digest, decision: 'reject' })

  const connect = (source: Window, challenge: string) => {
    // A second window does not take over the request while the first one exists.
    if (popup && popup !== source && showsPage(popup, page)) return
    // A window repeats its challenge until it hears an answer, and keeps the port of the first.
    if (challenge === answered) return
    answered = challenge
    popup = source
    goneAt = undefined
    port?.close()
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data }) => {
      const message = v.safeParse(popupMessage, data)
      if (!message.success) return
      const { output } = message
      if (output.t === 'bye') goneAt = Date.now()
      else if (output.rid === rid) {
        const { decision, digest, factor } = output
        decide({ rid, digest, decision, factor })
      }
    }
    source.postMessage(
      { k: 'foyer-popup', t: 'found', rid, challenge } satisfies v.InferOutput<typeof frameFound>,
      origin,
      [channel.port2],
    )
    send()
    onOpen()
  }

  const listen = (event: MessageEvent) => {
    if (event.origin !== origin) return
    const message = v.safeParse(findFrame, event.data)
    if (!message.success || message.output.rid !== rid) return
    const source = event.source as Window | null
    if (source && isOwnPopup(source, page)) connect(source, message.output.challenge)
  }
  window.addEventListener('message', listen)

  const timer = setInterval(() => {
    if (!popup) return
    if (popup.closed) return reject()
    const isHere = showsPage(popup, page)
    if (!isHere) goneAt ??= Date.now()
    const graceMs = isHere ? graces.reloadMs : graces.elsewhereMs
    if (goneAt !== undefined && Date.now() - goneAt >= graceMs) reject()
  }, checkMs)

  return {
    show(next, status) {
      shown = { approval: next, status }
      send()
    },
    close() {
      over = true
      clearInterval(timer)
      window.removeEventListener('message', listen)
      // Messages posted before `close` are still delivered.
      port?.close()
    },
  }
}
