import { openProfile } from '@foyer/devnet/chromium'
import { serveSites } from '@foyer/devnet/serveSites'
import type { BrowserContext, Frame, Page } from 'playwright'
import { bundlePage } from '../build/bundlePage.ts'
import type { ApprovalFrame } from './approvalFrame.test.kit.ts'
import type { SceneName } from './scenes.test.kit.ts'

declare global {
  interface Window {
    harness: ApprovalFrame
  }
}

/** As the login server sends them, with this origin's own files instead of hashes. @source security 4.8 */
const policy =
  "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; script-src 'self'; style-src 'self'; " +
  "img-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types foyer-worker"

/** Real origins, and a browser as users have it. */
export type ApprovalSites = {
  readonly dapp: string
  readonly evil: string
  readonly login: string
  /** Paths requested from the evil site. */
  readonly evilHits: string[]
  readonly context: BrowserContext
  /** A page of the dapp with the frame in an open dialog. */
  open(page?: Page): Promise<{ page: Page; frame: Frame }>
  stop(): Promise<void>
}

const html = (script?: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Wallet</title><body>${
    script === undefined ? '' : `<script type="module" src="/${script}.js"></script>`
  }</body></html>`

/** Same style as `createDialog` of the embedded package. */
const hostStyle =
  '<style>body{margin:0;height:2000px}dialog{position:fixed;inset:0;margin:auto;padding:0;border:0;width:min(360px,100vw);' +
  'height:640px;max-width:none;max-height:100dvh;overflow:hidden;background:transparent;border-radius:20px}' +
  'iframe{display:block;border:0;width:100%;height:100%}</style>'

/** Starts a dapp, an evil site and the login origin with the real approval parts, and a Chromium as users have it. */
export async function startApprovalSites(): Promise<ApprovalSites> {
  const { NODE_ENV } = process.env
  // The bundler picks React's build by this variable; the tests need the build that users get.
  process.env.NODE_ENV = 'production'
  const scripts = await Promise.all(
    Object.entries({
      'approve.js': './main.tsx',
      'popup.js': '../popup/main.tsx',
      'frame.js': './approvalFrame.test.kit.ts',
    }).map(async ([name, entry]) => {
      const { script } = await bundlePage(new URL(entry, import.meta.url))
      return [name, script] as const
    }),
  ).finally(() => {
    process.env.NODE_ENV = NODE_ENV
  })
  const sites = serveSites(new Map(scripts))
  const evilHits: string[] = []
  const login = await sites.open('login', (path) => ({
    body: html(path === '/popup' ? 'popup' : path === '/frame' ? 'frame' : undefined),
    headers: {
      'content-security-policy': `${policy}; frame-ancestors ${path === '/frame' ? '*' : "'none'"}`,
      'cross-origin-opener-policy': 'unsafe-none',
    },
  }))
  const dapp = await sites.open('dapp-a', (path) => ({
    body: `${html()}${hostStyle}<dialog id="wallet"><iframe title="Wallet" allow="publickey-credentials-get ${login}" src="${login}/frame"></iframe></dialog>`,
    ...(path === '/isolated' && { headers: { 'cross-origin-opener-policy': 'same-origin' } }),
  }))
  const evil = await sites.open('evil', (path) => {
    evilHits.push(path)
    return { body: html() }
  })
  const { close, context } = await openProfile({ viewport: { width: 800, height: 760 } })
  return {
    dapp,
    evil,
    login,
    evilHits,
    context,
    async open(given) {
      const page = given ?? (await context.newPage())
      await page.goto(dapp)
      await page.evaluate(() => document.querySelector('dialog')?.showModal())
      return { page, frame: await frameOf(page, login) }
    },
    async stop() {
      await close()
      await sites.stop()
    },
  }
}

/** The login site's frame in a page, once its script has run. */
export async function frameOf(page: Page, login: string): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((one) => one.url().startsWith(login))
    if (frame && (await frame.evaluate(() => 'harness' in window).catch(() => false))) return frame
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Shows a scene in the frame, and waits until it is drawn. */
export async function showScene(
  frame: Frame,
  name: SceneName,
  options: Parameters<ApprovalFrame['show']>[1] = {},
): Promise<void> {
  await frame.evaluate(([scene, given]) => window.harness.show(scene, given), [
    name,
    options,
  ] as const)
  await frame.locator('.approval-card').waitFor()
}
