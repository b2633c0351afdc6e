import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Frame, type Page } from 'playwright'
import { build, defaultClientConditions } from 'vite'

/** What each script of a test page is made from. */
const pages = {
  frame: new URL('./testFramePage.test.kit.ts', import.meta.url),
  host: new URL('./testHostPage.test.kit.ts', import.meta.url),
}

async function bundle(): Promise<Map<string, string>> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@foyer/source', ...defaultClientConditions] },
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: { frame: pages.frame.pathname, host: pages.host.pathname },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
      },
    },
  })
  if (!('output' in result)) throw new Error('the bundler gave no single output')
  return new Map(
    result.output.flatMap((item) => (item.type === 'chunk' ? [[item.fileName, item.code]] : [])),
  )
}

/** Real origins: a name each, on a port each. */
export type Sites = {
  readonly dappA: string
  readonly dappB: string
  readonly evil: string
  readonly login: string
  /** Requests to the evil site, by path. */
  readonly evilHits: string[]
  /** Requests to the login site. */
  readonly loginHits: string[]
  readonly context: BrowserContext
  stop(): Promise<void>
}

const html = (script: string | undefined, attributes = '') =>
  `<!doctype html><html lang="en"${attributes}><meta charset="utf-8"><title>test</title><body>${
    script === undefined ? '' : `<script type="module" src="/${script}.js"></script>`
  }</body></html>`

/**
 * Starts four sites and a Chromium as visitors have it: Playwright's own flags switch the partitioning of storage off.
 *
 * @source security Appendix A
 */
export async function startSites(): Promise<Sites> {
  const files = await bundle()
  const servers: Server[] = []
  const open = async (
    name: string,
    answer: (path: string) => { body: string; headers?: Record<string, string> },
  ): Promise<string> => {
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://x').pathname
      const file = files.get(path.slice(1))
      const { body, headers } = file === undefined ? answer(path) : { body: file }
      response.writeHead(200, {
        'content-type': file === undefined ? 'text/html' : 'text/javascript',
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
  const loginHits: string[] = []
  const host = (path: string) => ({ body: html(path === '/blank' ? undefined : 'host') })
  const dappA = await open('dapp-a', host)
  const dappB = await open('dapp-b', host)
  const evil = await open('evil', (path) => {
    evilHits.push(path)
    return { body: html(undefined) }
  })
  const origins = `${dappA} ${dappB}`
  const login = await open('login', (path) => {
    loginHits.push(path)
    if (!path.endsWith('/frame')) return { body: html(undefined) }
    return {
      body: html('frame', ` data-origins="${origins}"`),
      headers: { 'content-security-policy': `frame-ancestors ${origins}` },
    }
  })
  const profile = await mkdtemp(join(tmpdir(), 'foyer-embedded-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    ignoreDefaultArgs: true,
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
    ].concat(`--user-data-dir=${profile}`),
  })
  return {
    dappA,
    dappB,
    evil,
    login,
    evilHits,
    loginHits,
    context,
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

/** The frame of the login site in a page, once its script has run. */
export async function frameOf(page: Page, login: string): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((one) => one.url().startsWith(login))
    if (frame && (await frame.evaluate(() => 'seen' in window).catch(() => false))) return frame
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
