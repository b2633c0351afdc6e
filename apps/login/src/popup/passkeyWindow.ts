import { FoyerError } from '@foyer/protocol'
import type { FrameTheme } from '@foyer/protocol/frame'
import * as v from 'valibot'
import type { WalletPasskey } from '../approve/unlock/walletPasskey.ts'

/** Fragment of `/popup` on which the window creates a passkey. */
export const passkeyFragment = '#passkey'

/** Window → its opener, a frame of this origin: `ready` when loaded, `made` with the new passkey. */
const fromWindow = v.variant('t', [
  v.strictObject({ k: v.literal('foyer-passkey'), t: v.literal('ready') }),
  v.strictObject({
    k: v.literal('foyer-passkey'),
    t: v.literal('made'),
    factor: v.strictObject({
      mode: v.literal('passkey'),
      secret: v.instance(Uint8Array<ArrayBuffer>),
      id: v.string(),
      isAdded: v.optional(v.boolean()),
    }),
  }),
])
export type FromWindow = v.InferOutput<typeof fromWindow>

/** Frame → window. Not validated, since both ends are from one build and one origin. */
export type ToWindow = { k: 'foyer-passkey' } & (
  | { t: 'begin'; origin: string; theme: FrameTheme | undefined }
  | { t: 'done' }
  | { t: 'failed'; code: string }
)

/** Interval of checking whether the window still exists, in ms. */
const checkMs = 250

/**
 * Opens a window of this origin that creates a passkey, since browsers allow no frame to do that; call it in a click. Both ends
 * write to this origin only, so no other page can take part.
 *
 * @param options.use - Uses the new passkey; the window stays open and shows the error if it rejects.
 * @throws FoyerError `user-rejected` when the window was closed; `request-aborted`; `method-not-supported` where none opens
 */
export async function openPasskeyWindow<result>({
  origin,
  signal,
  theme,
  use,
}: {
  /** The site that asks. */
  origin: string
  theme: FrameTheme | undefined
  signal: AbortSignal
  use: (passkey: WalletPasskey) => Promise<result>
}): Promise<result> {
  const own = location.origin
  const features = 'popup,width=420,height=640'
  const opened = window.open(`/popup${passkeyFragment}`, 'foyer-passkey', features)
  if (!opened) throw new FoyerError('method-not-supported', { details: 'No window opens here.' })
  const send = (message: ToWindow) => opened.postMessage(message, own)
  let isUsed = false
  let stop = () => {}
  try {
    return await new Promise<result>((resolve, reject) => {
      const listen = async ({ data, origin: from, source }: MessageEvent) => {
        if (from !== own || source !== opened) return
        const message = v.safeParse(fromWindow, data)
        if (!message.success) return
        if (message.output.t === 'ready')
          return send({ k: 'foyer-passkey', t: 'begin', origin, theme })
        if (isUsed) return
        isUsed = true
        const { factor } = message.output
        try {
          const result = await use(factor)
          send({ k: 'foyer-passkey', t: 'done' })
          resolve(result)
        } catch (error) {
          isUsed = false
          const code = error instanceof FoyerError ? error.code : 'internal'
          send({ k: 'foyer-passkey', t: 'failed', code })
        } finally {
          factor.secret.fill(0)
        }
      }
      const listener = (event: MessageEvent) => void listen(event)
      const abort = () => {
        opened.close()
        reject(new FoyerError('request-aborted'))
      }
      const timer = setInterval(() => {
        if (opened.closed && !isUsed) reject(new FoyerError('user-rejected'))
      }, checkMs)
      window.addEventListener('message', listener)
      signal.addEventListener('abort', abort)
      stop = () => {
        clearInterval(timer)
        window.removeEventListener('message', listener)
        signal.removeEventListener('abort', abort)
      }
    })
  } finally {
    stop()
  }
}
