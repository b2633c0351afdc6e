import { type ServedFrame, serveFrame } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'
import type { FramePlace } from '../approve/choosePlace.ts'
import type { Boot } from '../boot.ts'
import { loadDecoder } from '../decoder/loadDecoder.ts'
import { openDecoder } from '../decoder/openDecoder.ts'
import { openSession } from '../session/openSession.ts'
import { createApprove } from './approvals/createApprove.ts'
import { createQueue } from './approvals/createQueue.ts'
import { createRejections } from './approvals/createRejections.ts'
import { importApprove } from './approvals/importApprove.ts'
import { showInline } from './approvals/showInline.ts'
import { showPopup } from './approvals/showPopup.ts'
import { createChallenges } from './challenge.ts'
import { createFrameAccount } from './createFrameAccount.ts'
import { createHandlers } from './createHandlers.ts'
import { createNetworks } from './networks.ts'
import { passkeyLogin } from './passkeyLogin.ts'
import { createSite } from './site.ts'
import { createUnlock } from './unlock.ts'

/**
 * Starts the secure frame: connects its parts and accepts messages of the page that embeds it.
 *
 * @throws FoyerError `options-invalid` without a project; `unauthorized` or `frame-parent-not-set` in a page that may
 *   not embed it; `something-went-wrong` when a file does not match its hash
 */
export async function openFrame({
  boot,
  hasIo2,
  root,
}: {
  boot: Boot
  hasIo2: boolean
  root: HTMLElement
}): Promise<void> {
  const { networks: served, parts, project } = boot
  if (!project)
    throw new FoyerError('options-invalid', { details: 'The frame is opened for a project.' })
  const session = await openSession({ boot, surface: 'frame' })
  const hasStorage = session.storage === 'kept'
  const site = createSite()
  const networks = createNetworks(served)
  let frame: ServedFrame | undefined
  const account = createFrameAccount({ session, onEnded: () => frame?.push('SESSION_ENDED', {}) })
  const queue = createQueue()
  const load = importApprove({ importScript: session.importScript, parts })
  const decoder = loadDecoder({ asset: parts.decoder, openThread: session.openThread })
  // Preload the decoder. The first request retries if this fails.
  decoder().catch(() => {})
  const readPlace = (): FramePlace => ({
    hasIo2,
    // A frame that has never been shown has no size.
    ...(window.innerWidth > 0 && { width: window.innerWidth, height: window.innerHeight }),
    pixelRatio: window.devicePixelRatio,
    storage: hasStorage,
  })
  const approve = createApprove({
    account,
    describe: openDecoder(decoder),
    inline: showInline({ load, root, site }),
    popup: showPopup({ site }),
    queue,
    readClaims: site.claims,
    readPlace,
    rejections: createRejections({ storage: hasStorage ? sessionStorage : undefined }),
    trust: project.trust,
  })
  frame = serveFrame(
    createHandlers({
      ...{ account, approve, networks, session, site },
      challenges: createChallenges({ load, queue, root, site }),
      passkey: passkeyLogin({ account, load, projectId: project.id, queue, root, site }),
      projectId: project.id,
      unlock: createUnlock({ account, load, queue, root, session, site }),
    }),
    {
      allowedOrigins: project.origins,
      caps: { io2: hasIo2, storage: hasStorage, passkey: 'PublicKeyCredential' in window },
      log: (message, cause) => console.debug(message, cause),
    },
  )
  // The failure of loading is not shown; each later request rejects with it.
  session.ready.catch((error: unknown) => {
    console.error(error)
    root.textContent = 'This wallet could not be loaded.'
  })
}
