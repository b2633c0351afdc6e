import type { BrowserContext, Frame, Page } from 'playwright'
import { launchBrowser, openProfile } from '../chromium.ts'
import { servePage } from '../servePage.ts'
import { type Devnet, startDevnet } from '../startDevnet.ts'
import { type DevWallet, startWallet } from './startWallet.ts'

/** The result of a request from the page. */
type Outcome =
  | { result: unknown; error?: undefined }
  | { error: { code: number; message: string; data?: unknown }; result?: undefined }

/** A tab of the test site. */
export type WalletPage = {
  page: Page
  /** Sends a request to `window.ethereum`; settles when the wallet answers. */
  request: (method: string, params?: unknown) => Promise<Outcome>
  /** The received events, oldest first, as `[name, value]`. */
  events: () => Promise<[string, unknown][]>
  /** Returns the wallet's page for a request: its window, or the frame inside the site. */
  approval: () => Promise<{ view: Page | Frame; window: Page | undefined }>
}

const siteScript = `
window.announced = []
addEventListener('eip6963:announceProvider', (event) => announced.push(event.detail))
dispatchEvent(new Event('eip6963:requestProvider'))
window.heard = []
for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged', 'message'])
  window.ethereum?.on(name, (value) => heard.push([name, value instanceof Error ? { code: value.code } : value]))
window.ask = (method, params) => ethereum.request({ method, params }).then(
  (result) => ({ result }),
  ({ code, message, data }) => ({ error: { code, message, data } }))
window.looseErrors = []
addEventListener('error', (event) => looseErrors.push(event.message))
addEventListener('securitypolicyviolation', (event) => looseErrors.push(event.violatedDirective + ' ' + event.blockedURI))
`

/**
 * Presses a button of the wallet's page, which may close before the click completes; the site's result shows whether it
 * worked.
 */
export async function pressIn(view: Page | Frame, name: string): Promise<void> {
  const isGone = () => ('isClosed' in view ? view.isClosed() : view.isDetached())
  try {
    await view.getByRole('button', { name, exact: true }).click()
  } catch (error) {
    if (!isGone()) throw error
  }
}

/**
 * Starts chains, a wallet, a site with a strict policy on another origin, and a real browser.
 *
 * @param servesSolana - true to give the wallet the local Solana
 * @param script - extra code of the site, after it looks for EVM wallets
 */
export async function startWalletPages({
  servesSolana = false,
  script = '',
}: {
  servesSolana?: boolean
  script?: string
} = {}) {
  const devnet: Devnet = await startDevnet({ ports: { 31337: 0, 31338: 0 } })
  const wallet: DevWallet = await startWallet({
    port: 0,
    chains: devnet.chains,
    solana: servesSolana ? devnet.solana : undefined,
  })
  const answer = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/site.js')
      return new Response(siteScript + script, { headers: { 'content-type': 'text/javascript' } })
    const sandbox = searchParams.has('sandbox') ? '; sandbox allow-scripts allow-same-origin' : ''
    const tags = searchParams
      .getAll('script')
      .map((path) => `<script src="${wallet.url}${path}"></script>`)
    return new Response(
      `<!doctype html><title>Site</title>${tags.join('')}<h1>A site</h1><script src="/site.js"></script>`,
      {
        headers: {
          'content-type': 'text/html',
          'content-security-policy':
            `default-src 'none'; script-src 'self' ${wallet.url}; style-src 'none'; ` +
            `frame-src ${wallet.url}; connect-src ${devnet.chains.map((c) => c.url).join(' ')}${sandbox}`,
        },
      },
    )
  }
  const served = await servePage(answer, { name: 'site', port: 0, who: 'The site' })
  const siteUrl = served.url

  const browser = await launchBrowser()
  const stops: (() => Promise<unknown>)[] = []

  const contextWithoutStorage = async () => {
    const { close, context } = await openProfile({ blocksStorage: true })
    stops.push(close)
    return context
  }

  const open = async (
    context: BrowserContext,
    {
      scripts = ['/devwallet.js'],
      sandbox = false,
    }: { scripts?: string[]; sandbox?: boolean } = {},
  ): Promise<WalletPage> => {
    const page = await context.newPage()
    const windows: Page[] = []
    // The previous surface may still be closing when the next request arrives.
    const used = new Set<Page | Frame>()
    page.on('popup', (popup) => windows.push(popup))
    const query = new URLSearchParams(scripts.map((path) => ['script', path]))
    if (sandbox) query.set('sandbox', '')
    await page.goto(`${siteUrl}/?${query}`)
    return {
      page,
      request: (method, params = []) =>
        page.evaluate(
          ([name, values]) =>
            (window as unknown as { ask: (m: unknown, p: unknown) => Promise<Outcome> }).ask(
              name,
              values,
            ),
          [method, params] as const,
        ),
      events: () =>
        page.evaluate(() => (window as unknown as { heard: [string, unknown][] }).heard),
      async approval() {
        for (const until = Date.now() + 60_000; Date.now() < until; ) {
          const opened = windows.find((each) => !each.isClosed() && !used.has(each))
          const frame = page
            .frames()
            .find((each) => each.url().startsWith(wallet.url) && !used.has(each))
          const view = opened ?? frame
          if (view) {
            used.add(view)
            await view.getByRole('heading', { level: 1 }).waitFor()
            return { view, window: opened }
          }
          await page.waitForTimeout(50)
        }
        throw new Error('The wallet opened neither a window nor a frame')
      },
    }
  }

  return {
    devnet,
    wallet,
    siteUrl,
    browser,
    open,
    contextWithoutStorage,
    async stop() {
      for (const stop of stops) await stop()
      await browser.close()
      await served.stop()
      await wallet.stop()
      await devnet.stop()
    },
  }
}
