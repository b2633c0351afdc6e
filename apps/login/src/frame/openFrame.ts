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
import { createFrameAccount } from './createFrameAccount.ts'
import { createHandlers } from './createHandlers.ts'
import { createNetworks } from './networks.ts'
import { createSite } from './site.ts'
import { createUnlock } from './unlock.ts'

/**
 * The secure frame: puts its parts together and lets the page that embeds it speak.
 *
 * @throws FoyerError `options-invalid` without a project; `unauthorized`, `frame-parent-not-set` where it may not be
 *   embedded; `something-went-wrong` when a file is not the one that was built
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
  // Preloads it for the first request, which retries if this failed.
  decoder().catch(() => {})
  const readPlace = (): FramePlace => ({
    hasIo2,
    // Its size is unknown before it was shown.
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
      projectId: project.id,
      unlock: createUnlock({ account, load, queue, root, session, site }),
    }),
    {
      allowedOrigins: project.origins,
      caps: { io2: hasIo2, storage: hasStorage, passkey: 'PublicKeyCredential' in window },
      log: (message, cause) => console.debug(message, cause),
    },
  )
  // Later requests report the error; the load failure itself shows nothing.
  session.ready.catch((error: unknown) => {
    console.error(error)
    root.textContent = 'This wallet could not be loaded.'
  })
}
