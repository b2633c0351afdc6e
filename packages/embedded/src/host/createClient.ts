import type { AuthFacts, EmitAuthEvent } from '@foyer/core/internal'
import { abortable, alertOfMessage, FoyerError, toFoyerError } from '@foyer/protocol'
import {
  type FrameMessageTable,
  type FrameMessageType,
  type FramePush,
  type FramePushType,
  frameLimits,
  walletMessages,
} from '@foyer/protocol/frame'
import {
  type AskFrame,
  type AskOptions,
  type Channel,
  createChannel,
  isUnsafeRequest,
} from './createChannel.ts'
import { appendDialog, createDialog, type FrameDialog } from './createDialog.ts'
import { shakeHands } from './shakeHands.ts'
import { type WatchedPopup, watchPopup } from './watchPopup.ts'

/** The frame of one connector, created on the first request, and again after a failure. */
export type Client = {
  ask: AskFrame
  /** Adds message definitions. */
  addMessages(more: FrameMessageTable): void
  abortRequests(): void
  /** Replaces the frame, as on a new page. @source spec 7.18 */
  reload(): Promise<void>
  sync(facts: AuthFacts): void
  /** Removes the frame from the page; rejects pending requests. */
  stop(): void
}

type Live = { readonly channel: Channel; readonly dialog: FrameDialog }

export function createClient({
  facts,
  loadMs = frameLimits.loadMs,
  loginUrl,
  onSessionEnded,
  onSetUp,
  projectId,
  readyDelayMs = frameLimits.readyDelayMs,
  emit,
}: {
  loginUrl: string
  projectId: string
  emit: EmitAuthEvent
  facts: AuthFacts
  /** The first requests to each new frame. */
  onSetUp: (ask: AskFrame) => Promise<void>
  onSessionEnded: () => void
  loadMs?: number | undefined
  readyDelayMs?: number | undefined
}): Client {
  let opening: Promise<Live> | undefined
  let live: Live | undefined
  let end: (error: FoyerError) => void = () => {}
  /** Signals for all requests that wait for the user. */
  let asking = new AbortController()
  const messages: Record<string, FrameMessageTable[string]> = { ...walletMessages }
  /** All windows share one name, so that only one is open. */
  let opened: { rid: string; watched: WatchedPopup } | undefined

  const onPush = (live: Live, type: FramePushType, payload: FramePush<FramePushType>) => {
    if (type === 'SHOW') {
      // Never cover the page without a request.
      if (live.channel.isWaiting()) live.dialog.show((payload as FramePush<'SHOW'>).height)
    } else if (type === 'HIDE') live.dialog.hide()
    else if (type === 'SESSION_ENDED') onSessionEnded()
    else if (type === 'POPUP_OPENED') {
      if (opened?.rid === (payload as FramePush<'POPUP_OPENED'>).rid) opened.watched.connect()
    } else {
      const { reason, rid } = payload as FramePush<'POPUP_NEEDED'>
      if (!live.channel.isWaiting(rid)) return
      emit('approval:popup', {
        id: rid,
        reason,
        open: () => {
          if (!live.channel.isWaiting(rid)) return false
          const url = `${base(loginUrl)}/popup#${rid}`
          const popup = window.open(url, 'foyer-popup', 'popup,width=420,height=720')
          // An open window with this name is reused, and may be behind others.
          popup?.focus()
          opened?.watched.stop()
          if (!popup) return false
          const watched = watchPopup(popup, {
            isWaiting: () => live.channel.isWaiting(rid),
            emit: (state) => emit('approval:window', { id: rid, window: state }),
          })
          opened = { rid, watched }
          return true
        },
      })
    }
  }

  const make = async (): Promise<Live> => {
    const { origin: loginOrigin } = new URL(loginUrl)
    const origin = `#origin=${encodeURIComponent(window.location.origin)}`
    const pid = encodeURIComponent(projectId)
    const dialog = createDialog(
      `${base(loginUrl)}/frame?pid=${pid}&v=4${origin}`,
      `publickey-credentials-get ${loginOrigin}`,
    )
    const { iframe } = dialog
    const loading = new AbortController()
    let channel: Channel | undefined
    const own = (error: FoyerError) => {
      loading.abort(error)
      // A newer frame stays.
      if (end === own) {
        live = undefined
        opening = undefined
      }
      channel?.close(error)
      dialog.remove()
    }
    end = own
    let loads = 0
    iframe.addEventListener('load', () => {
      loads += 1
      // Reloaded or navigated: its port is not the one of the handshake.
      if (loads > 1) own(new FoyerError('provider-disconnected'))
    })
    const timer = setTimeout(() => loading.abort(new FoyerError('request-timed-out')), loadMs)
    try {
      if (!window.isSecureContext)
        throw new FoyerError('frame-load-failed', {
          details: 'The page must be served over https.',
        })
      const hands = shakeHands({ iframe, loginOrigin, signal: loading.signal })
      appendDialog(dialog)
      const port = await hands
      clearTimeout(timer)
      const made: Live = {
        dialog,
        channel: createChannel(port, {
          messages,
          onBroken: () => own(new FoyerError('provider-disconnected')),
          onPush: (type, payload) => onPush(made, type, payload),
        }),
      }
      channel = made.channel
      await new Promise((resolve) => setTimeout(resolve, readyDelayMs))
      await onSetUp(made.channel.ask)
      if (loading.signal.aborted) throw loading.signal.reason
      send(made.channel, facts)
      live = made
      return made
    } catch (error) {
      clearTimeout(timer)
      const { reason } = loading.signal as { reason?: FoyerError }
      own(toFoyerError(error))
      if (reason?.code === 'request-aborted') throw reason
      emit('alert', 'frame-load-failed')
      throw toFoyerError(error, 'frame-load-failed')
    }
  }

  const open = (): Promise<Live> => {
    if (typeof document === 'undefined') return Promise.reject(new FoyerError('frame-not-set'))
    // A page that replaced its body removed the frame.
    if (live && !live.dialog.iframe.isConnected) end(new FoyerError('provider-disconnected'))
    opening ??= make()
    return opening
  }

  const send = ({ ask }: Channel, { metadata, theme }: AuthFacts) => {
    // The frame has a default theme, so a failure is only logged to the console.
    if (theme)
      ask('SYNC_THEME', theme).catch((cause: unknown) =>
        console.error(new FoyerError('theme-sync-failed', { cause })),
      )
    if (metadata)
      ask('SYNC_DAPP_DATA', { metadata: { ...metadata, icons: [...metadata.icons] } }).catch(
        () => {},
      )
  }

  const ask = async (type: FrameMessageType, payload: unknown, options: AskOptions = {}) => {
    const signals = [options.signal, isUnsafeRequest(type, payload) && asking.signal]
    const signal = AbortSignal.any(signals.filter((one) => one instanceof AbortSignal))
    const { channel, dialog } = await abortable(open(), signal)
    try {
      return await channel.ask(type, payload as never, { ...options, signal })
    } catch (error) {
      const { details = '' } = error as FoyerError
      const alert = Object.hasOwn(alertOfMessage, details) ? alertOfMessage[details] : undefined
      if (alert) emit('alert', alert)
      throw error
    } finally {
      if (!channel.isWaiting()) dialog.hide()
    }
  }

  const stop = () => end(new FoyerError('request-aborted'))
  return {
    ask: ask as AskFrame,
    addMessages: (more) => void Object.assign(messages, more),
    abortRequests() {
      asking.abort()
      asking = new AbortController()
    },
    async reload() {
      if (live) await live.channel.ask('RELOAD', {}).catch(() => undefined)
      stop()
      await open()
    },
    sync: (given) => live && send(live.channel, given),
    stop,
  }
}

const base = (url: string) => url.replace(/\/+$/, '')
