import { launchBrowser } from '@foyer/devnet/chromium'
import { start as startRelay } from '@foyer/relay'
import type { Page } from 'playwright'
import { compareWithBaseline } from '../compareWithBaseline.ts'
import { servePages } from '../servePages.ts'
import { watchClick } from '../watchClick.ts'

/** Number of repetitions; the median counts. */
const rounds = 7
/** The maximum, as a multiple of the plain dialog. */
const limits = { hovered: 6, 'at once': 8 }
/** Hover time of the pointer before the click, ms. */
const hoverMs = 250

/**
 * Measures the time from the click on WalletConnect to the frame in which the code is on the screen, at least half opaque:
 * with the real relay, each time on a fresh page. `hovered`: like a mouse click; `at once`: like a key press or a script. The
 * baseline is a plain React dialog that draws the code of an existing URI.
 */
export async function benchCode(): Promise<{ passed: boolean }> {
  const browser = await launchBrowser({ isWhole: true })
  const relay = await startRelay({ port: 0, limits: { handshakesPer10s: 10_000 } })
  const pages = await servePages(import.meta.dirname, {
    baseline: 'CodeBaselinePage.tsx',
    foyer: 'CodePage.ts',
  })
  const open = (path: string, restMs: number) => (page: Page) =>
    measure(page, { restMs, url: pages.url + path })
  const foyer = `/foyer?relay=${encodeURIComponent(relay.url)}`
  try {
    const passed = await compareWithBaseline(browser, {
      title: 'click to code on the screen',
      rounds,
      cases: {
        baseline: open('/baseline', hoverMs),
        hovered: open(foyer, hoverMs),
        'at once': open(foyer, 0),
      },
      limits,
    })
    return { passed }
  } finally {
    await browser.close()
    await pages.stop()
    await relay.stop()
  }
}

async function measure(
  page: Page,
  { restMs, url }: { restMs: number; url: string },
): Promise<number> {
  await page.goto(url)
  const row = page.getByRole('button', { name: 'WalletConnect' })
  await row.waitFor()
  // Idle work, such as the prefetch of the next views, is done before a user has read the list.
  await page.waitForTimeout(1000)
  const seen = page.evaluate(watchClick, {
    selector: 'dialog svg:has(path), .qr-panel svg:has(path)',
    minWidth: 160,
  })
  if (restMs > 0) {
    await row.hover()
    await page.waitForTimeout(restMs)
    await row.click()
  } else await row.press('Enter')
  return seen
}
