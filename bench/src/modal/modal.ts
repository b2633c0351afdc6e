import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'
import { buildPages } from './buildPages.ts'
import { startApis } from './startApis.ts'

/** How often each case is measured; the median counts. */
const rounds = 9
/** The most that the modal may take, in times of a plain React dialog. */
const ratioLimit = 2.5

const launch = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
  ],
}

/**
 * From the click to the frame in which the wallet list is visible: in the viewport, painted, at least half opaque. Each
 * case on a fresh page, cases taken in turn, beside a plain React dialog as the floor.
 */
export async function benchModal(): Promise<{ passed: boolean }> {
  if (!existsSync(launch.executablePath)) throw new Error('Name a Chromium in CHROMIUM.')
  const pages = await buildPages()
  const apis = await startApis(pages.url)
  const browser = await chromium.launch(launch)
  const cases = {
    floor: `${pages.url}/floor`,
    healthy: `${pages.url}/foyer?api=${apis.healthy}`,
    dead: `${pages.url}/foyer?api=${apis.dead}`,
    'black-holed': `${pages.url}/foyer?api=${apis.blackHoled}`,
  }
  let passed = true
  try {
    for (const slowdown of [1, 4]) {
      const times = new Map<string, number[]>()
      for (let round = 0; round <= rounds; round++)
        for (const [name, url] of Object.entries(cases)) {
          const ms = await measure({ browser, slowdown, url })
          // The first round warms the browser's code cache and is not counted.
          if (round > 0) times.set(name, [...(times.get(name) ?? []), ms])
        }
      const floor = median(times.get('floor') ?? [])
      console.log(`\nclick to wallet list, median of ${rounds}, CPU ${slowdown}×`)
      for (const [name, all] of times) {
        const ratio = median(all) / floor
        const within = name === 'floor' || ratio < ratioLimit
        passed &&= within
        console.log(
          `  ${name.padEnd(12)} ${median(all).toFixed(1).padStart(7)} ms  ${ratio.toFixed(2)}×  (${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)})${within ? '' : `  over ${ratioLimit}×`}`,
        )
      }
    }
  } finally {
    await browser.close()
    await apis.stop()
    await pages.stop()
  }
  console.log(passed ? `\nall under ${ratioLimit}× the floor` : '\ntoo slow')
  return { passed }
}

async function measure({
  browser,
  slowdown,
  url,
}: {
  browser: Browser
  slowdown: number
  url: string
}): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  try {
    await page.goto(url)
    await page.locator('#open').waitFor()
    // Idle work, as the prefetch of the modal, is over before a person has found the button.
    await page.waitForTimeout(1500)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const seen = page.evaluate(watchList, 'Bench Wallet')
    await page.locator('#open').click()
    return await seen
  } finally {
    await context.close()
  }
}

/** In the page: resolves with the ms from the click to the first frame after the list is visible. */
function watchList(name: string): Promise<number> {
  const find = (root: Document | ShadowRoot): Element | undefined => {
    for (const element of root.querySelectorAll('button, [role=option], foyer-modal')) {
      if (element.shadowRoot) {
        const inside = find(element.shadowRoot)
        if (inside) return inside
      } else if (element.textContent?.includes(name)) return element
    }
    return undefined
  }
  const isVisible = (element: Element) => {
    const { bottom, height, left, right, top, width } = element.getBoundingClientRect()
    if (!element.checkVisibility({ checkVisibilityCSS: true }) || width === 0 || height === 0)
      return false
    if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return false
    let opacity = 1
    for (let at: Element | null = element; at; ) {
      opacity *= Number(getComputedStyle(at).opacity)
      const parent: Node | null = at.parentNode
      at = parent instanceof ShadowRoot ? parent.host : (parent as Element | null)
      if (!(at instanceof Element)) break
    }
    return opacity >= 0.5
  }
  return new Promise((resolve) => {
    window.addEventListener(
      'click',
      (event) => {
        const look = () => {
          const element = find(document)
          if (!element || !isVisible(element)) return requestAnimationFrame(look)
          // The frame in which it was found is painted when the next one begins.
          return requestAnimationFrame(() => resolve(performance.now() - event.timeStamp))
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
