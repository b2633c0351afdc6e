import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Frame, type Page } from 'playwright'
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

/** Real origins, and a browser as visitors have it. */
export type ApprovalSites = {
  readonly dapp: string
  readonly evil: string
  readonly login: string
  /** Paths that were asked of the evil site. */
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

/** As `createDialog` of the embedded package makes it. */
const hostStyle =
  '<style>body{margin:0;height:2000px}dialog{position:fixed;inset:0;margin:auto;padding:0;border:0;width:min(360px,100vw);' +
  'height:640px;max-width:none;max-height:100dvh;overflow:hidden;background:transparent;border-radius:20px}' +
  'iframe{display:block;border:0;width:100%;height:100%}</style>'

/**
 * Starts a dapp, an evil site and the login origin with the real approval parts, and a Chromium with none of Playwright's
 * own switches.
 *
 * @source security Appendix A
 */
export async function startApprovalSites(): Promise<ApprovalSites> {
  const { NODE_ENV } = process.env
  // The bundler makes of React what this says; what is tested is what visitors get.
  process.env.NODE_ENV = 'production'
  const [approve, popup, frame] = await Promise.all(
    ['./main.tsx', '../popup/main.tsx', './approvalFrame.test.kit.ts'].map((entry) =>
      bundlePage(new URL(entry, import.meta.url)),
    ),
  ).finally(() => {
    process.env.NODE_ENV = NODE_ENV
  })
  const scripts: Record<string, string | undefined> = {
    '/approve.js': approve?.script,
    '/popup.js': popup?.script,
    '/frame.js': frame?.script,
  }
  const servers: Server[] = []
  const open = async (
    name: string,
    answer: (path: string) => { body: string; headers?: Record<string, string> },
  ): Promise<string> => {
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://x').pathname
      const script = name === 'login' ? scripts[path] : undefined
      const { body, headers } = script === undefined ? answer(path) : { body: script }
      response.writeHead(200, {
        'content-type': script === undefined ? 'text/html' : 'text/javascript',
        'cache-control': 'no-store',
        ...headers,
      })
      response.end(body)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://${name}.localhost:${(server.address() as AddressInfo).port}`
  }
  const evilHits: string[] = []
  const login = await open('login', (path) => ({
    body: html(path === '/popup' ? 'popup' : path === '/frame' ? 'frame' : undefined),
    headers: {
      'content-security-policy': `${policy}; frame-ancestors ${path === '/frame' ? '*' : "'none'"}`,
      'cross-origin-opener-policy': 'unsafe-none',
    },
  }))
  const dapp = await open('dapp-a', (path) => ({
    body: `${html()}${hostStyle}<dialog id="wallet"><iframe title="Wallet" allow="publickey-credentials-get ${login}" src="${login}/frame"></iframe></dialog>`,
    ...(path === '/isolated' && { headers: { 'cross-origin-opener-policy': 'same-origin' } }),
  }))
  const evil = await open('evil', (path) => {
    evilHits.push(path)
    return { body: html() }
  })
  const profile = await mkdtemp(join(tmpdir(), 'foyer-approve-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    ignoreDefaultArgs: true,
    viewport: { width: 800, height: 760 },
    args: [
      '--headless',
      '--remote-debugging-pipe',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--password-store=basic',
      '--use-mock-keychain',
      '--hide-scrollbars',
      '--mute-audio',
      '--no-sandbox',
      `--user-data-dir=${profile}`,
    ],
  })
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
      await context.close()
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
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
