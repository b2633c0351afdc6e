import { launchBrowser } from '@foyer/devnet/chromium'
import type { Browser, Page } from 'playwright'
import { buildPublished } from '../buildPublished.ts'
import { compareWithBaseline } from '../compareWithBaseline.ts'
import { servePages } from '../servePages.ts'
import { watchClick } from '../watchClick.ts'
import { type Apis, startApis } from './startApis.ts'

/** Number of repetitions; the median counts. */
const rounds = 9
/** The maximum of the modal, as a multiple of a plain React dialog. */
const ratioLimit = 2.5

/** Slow 4G as in Chromium's developer tools: bytes per second, and latency in ms. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** The wallet list, on both pages. */
const list = { selector: 'button, [role=option]', text: 'Bench Wallet' }

/**
 * Measures the time from the click to the frame in which the wallet list is visible: in the viewport, painted, at least half
 * opaque. Each case runs on a fresh page, in turn, next to a plain React dialog as the baseline. Then it measures the same two
 * pages on a slow network: to the button, and to the list if the user presses the button at once.
 */
export async function benchModal(): Promise<{ passed: boolean }> {
  await buildPublished(['protocol', 'core', 'evm', 'ui'])
  const browser = await launchBrowser({ isWhole: true })
  const pages = await servePages(
    import.meta.dirname,
    { baseline: 'BaselinePage.tsx', foyer: 'FoyerPage.ts' },
    { published: true },
  )
  const apis = await startApis(pages.url)
  let passed = true
  try {
    for (const slowdown of [1, 4])
      if (!(await compareClicks(browser, { apis, slowdown, url: pages.url }))) passed = false
    await compareLoads(browser, { apis, url: pages.url })
  } finally {
    await browser.close()
    await apis.stop()
    await pages.stop()
  }
  console.log(passed ? `\nall clicks within ${ratioLimit}× the baseline` : '\ntoo slow')
  return { passed }
}

function compareClicks(
  browser: Browser,
  { apis, slowdown, url }: { apis: Apis; slowdown: number; url: string },
): Promise<boolean> {
  const open = (path: string) => (page: Page) => measureClick(page, { slowdown, url: url + path })
  return compareWithBaseline(browser, {
    title: `click to wallet list, CPU ${slowdown}×`,
    rounds,
    cases: {
      baseline: open('/baseline'),
      healthy: open(`/foyer?api=${apis.healthy}`),
      dead: open(`/foyer?api=${apis.dead}`),
      'black-holed': open(`/foyer?api=${apis.blackHoled}`),
    },
    limits: { healthy: ratioLimit, dead: ratioLimit, 'black-holed': ratioLimit },
  })
}

/** Printed next to the baseline of the same run, without a limit, because browsers emulate networks differently. */
async function compareLoads(
  browser: Browser,
  { apis, url }: { apis: Apis; url: string },
): Promise<void> {
  for (const until of ['button', 'list'] as const) {
    const load = (path: string) => (page: Page) => measureLoad(page, { until, url: url + path })
    await compareWithBaseline(browser, {
      title: `address to ${until === 'list' ? 'wallet list, pressed at once' : 'button'}, slow 4G`,
      rounds,
      cases: { baseline: load('/baseline'), healthy: load(`/foyer?api=${apis.healthy}`) },
      limits: {},
    })
  }
}

async function measureClick(
  page: Page,
  { slowdown, url }: { slowdown: number; url: string },
): Promise<number> {
  await page.goto(url)
  await page.locator('#open').waitFor()
  // Idle work, such as the modal's prefetch, is done before a user finds the button.
  await page.waitForTimeout(1500)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const seen = page.evaluate(watchClick, list)
  await page.locator('#open').click()
  return seen
}

/** @returns ms since the navigation began. */
async function measureLoad(
  page: Page,
  { until, url }: { until: 'button' | 'list'; url: string },
): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await page.goto(url, { waitUntil: 'commit' })
  const button = page.locator('#open')
  await button.waitFor()
  if (until === 'button') return page.evaluate(() => performance.now())
  const seen = page.evaluate(watchClick, list)
  await button.click()
  await seen
  return page.evaluate(() => performance.now())
}
