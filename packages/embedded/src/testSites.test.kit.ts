import { openProfile } from '@foyer/devnet/chromium'
import { bundleScripts, serveSites } from '@foyer/devnet/serveSites'
import type { BrowserContext, Frame, Page } from 'playwright'

/** Real origins: a name and a port each. */
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

/** Starts four sites and a Chromium with default settings. */
export async function startSites(): Promise<Sites> {
  const sites = serveSites(
    await bundleScripts({
      frame: new URL('./testFramePage.test.kit.ts', import.meta.url),
      host: new URL('./testHostPage.test.kit.ts', import.meta.url),
    }),
  )
  const evilHits: string[] = []
  const loginHits: string[] = []
  const host = (path: string) => ({ body: html(path === '/blank' ? undefined : 'host') })
  const dappA = await sites.open('dapp-a', host)
  const dappB = await sites.open('dapp-b', host)
  const evil = await sites.open('evil', (path) => {
    evilHits.push(path)
    return { body: html(undefined) }
  })
  const origins = `${dappA} ${dappB}`
  const login = await sites.open('login', (path) => {
    loginHits.push(path)
    if (!path.endsWith('/frame')) return { body: html(undefined) }
    return {
      body: html('frame', ` data-origins="${origins}"`),
      headers: { 'content-security-policy': `frame-ancestors ${origins}` },
    }
  })
  const { close, context } = await openProfile()
  return {
    dappA,
    dappB,
    evil,
    login,
    evilHits,
    loginHits,
    context,
    async stop() {
      await close()
      await sites.stop()
    },
  }
}

/** Returns the login site's frame in a page, once its script has run. */
export async function frameOf(page: Page, login: string): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((one) => one.url().startsWith(login))
    if (frame && (await frame.evaluate(() => 'seen' in window).catch(() => false))) return frame
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
