import { chromiumOptions } from '@foyer/devnet/chromium'
import { chromium, type Page } from 'playwright'
import { compareWithFloor } from '../compareWithFloor.ts'
import { servePages } from '../servePages.ts'
import { watchClick } from '../watchClick.ts'
import { startApis } from './startApis.ts'

/** How often each case is measured; the median counts. */
const rounds = 9
/** The most that the modal may take, in times of a plain React dialog. */
const ratioLimit = 2.5

/**
 * From the click to the frame in which the wallet list is visible: in the viewport, painted, at least half opaque. Each
 * case on a fresh page, cases taken in turn, beside a plain React dialog as the floor.
 */
export async function benchModal(): Promise<{ passed: boolean }> {
  const browser = await chromium.launch(chromiumOptions())
  const pages = await servePages(import.meta.dirname, {
    floor: 'FloorPage.tsx',
    foyer: 'FoyerPage.ts',
  })
  const apis = await startApis(pages.url)
  let passed = true
  try {
    for (const slowdown of [1, 4]) {
      const open = (path: string) => (page: Page) =>
        measure(page, { slowdown, url: pages.url + path })
      const isWithin = await compareWithFloor(browser, {
        title: `click to wallet list, CPU ${slowdown}×`,
        rounds,
        cases: {
          floor: open('/floor'),
          healthy: open(`/foyer?api=${apis.healthy}`),
          dead: open(`/foyer?api=${apis.dead}`),
          'black-holed': open(`/foyer?api=${apis.blackHoled}`),
        },
        limits: { healthy: ratioLimit, dead: ratioLimit, 'black-holed': ratioLimit },
      })
      passed &&= isWithin
    }
  } finally {
    await browser.close()
    await apis.stop()
    await pages.stop()
  }
  console.log(passed ? `\nall within ${ratioLimit}× the floor` : '\ntoo slow')
  return { passed }
}

async function measure(
  page: Page,
  { slowdown, url }: { slowdown: number; url: string },
): Promise<number> {
  await page.goto(url)
  await page.locator('#open').waitFor()
  // Idle work, as the prefetch of the modal, is over before a person has found the button.
  await page.waitForTimeout(1500)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const seen = page.evaluate(watchClick, {
    selector: 'button, [role=option]',
    text: 'Bench Wallet',
  })
  await page.locator('#open').click()
  return seen
}
