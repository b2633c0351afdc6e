import { existsSync } from 'node:fs'
import { start as startRelay } from '@foyer/relay'
import { type Browser, chromium } from 'playwright'
import { buildCodePages } from './buildCodePages.ts'

/** How often each case is measured; the median counts. */
const rounds = 7
/** The most that ours may take, in times of the plain dialog. */
const ratioLimits = { hovered: 6, 'at once': 8 }
/** How long a pointer rests on a row before it is pressed, ms. */
const hoverMs = 250

const launch = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-quic', '--no-first-run'],
}

/**
 * From the click on WalletConnect to the frame in which the code is on the screen, at least half opaque: with the real
 * relay, each time on a fresh page. `hovered`: as a mouse comes to a row; `at once`: as a key or a script presses it.
 * Beside it a plain React dialog that draws the code of a URI which it has.
 */
export async function benchCode(): Promise<{ passed: boolean }> {
  if (!existsSync(launch.executablePath)) throw new Error('Name a Chromium in CHROMIUM.')
  const relay = await startRelay({ port: 0, limits: { handshakesPer10s: 10_000 } })
  const pages = await buildCodePages()
  const browser = await chromium.launch(launch)
  const foyer = `${pages.url}/foyer?relay=${encodeURIComponent(relay.url)}`
  const cases = {
    floor: { url: `${pages.url}/floor`, restMs: hoverMs },
    hovered: { url: foyer, restMs: hoverMs },
    'at once': { url: foyer, restMs: 0 },
  }
  const times = new Map<string, number[]>()
  try {
    for (let round = 0; round <= rounds; round++)
      for (const [name, given] of Object.entries(cases)) {
        const ms = await measure(browser, given)
        // The first round warms the browser's code cache and is not counted.
        if (round > 0) times.set(name, [...(times.get(name) ?? []), ms])
      }
  } finally {
    await browser.close()
    await pages.stop()
    await relay.stop()
  }
  console.log(`\nclick to code on the screen, median of ${rounds}`)
  const floor = median(times.get('floor') ?? [])
  let passed = true
  for (const [name, all] of times) {
    const limit = name in ratioLimits ? ratioLimits[name as keyof typeof ratioLimits] : undefined
    const ratio = median(all) / floor
    const within = limit === undefined || ratio <= limit
    passed &&= within
    const range = `(${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)})`
    console.log(
      `  ${name.padEnd(20)} ${median(all).toFixed(1).padStart(7)} ms  ${ratio.toFixed(2)}×  ${range}${within ? '' : `  over ${limit}×`}`,
    )
  }
  return { passed }
}

async function measure(
  browser: Browser,
  { restMs, url }: { url: string; restMs: number },
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  try {
    await page.goto(url)
    const row = page.getByRole('button', { name: 'WalletConnect' })
    await row.waitFor()
    // Idle work, as the prefetch of the next views, is over before a person has read the list.
    await page.waitForTimeout(1000)
    const seen = page.evaluate(watchCode)
    if (restMs > 0) {
      await row.hover()
      await page.waitForTimeout(restMs)
      await row.click()
    } else await row.press('Enter')
    return await seen
  } finally {
    await context.close()
  }
}

/** In the page: resolves with the ms from the press to the first frame after the code is visible. */
function watchCode(): Promise<number> {
  const find = (root: Document | ShadowRoot): Element | undefined => {
    for (const element of root.querySelectorAll('dialog svg, .qr-panel svg, foyer-modal')) {
      if (element.shadowRoot) {
        const inside = find(element.shadowRoot)
        if (inside) return inside
      } else if (element.getBoundingClientRect().width >= 160 && element.querySelector('path'))
        return element
    }
    return undefined
  }
  const isVisible = (element: Element) => {
    const { bottom, right } = element.getBoundingClientRect()
    if (!element.checkVisibility({ checkVisibilityCSS: true })) return false
    if (bottom > innerHeight || right > innerWidth) return false
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
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
