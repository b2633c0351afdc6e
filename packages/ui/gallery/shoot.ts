import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { chromium } from 'playwright'
import { createServer, defaultClientConditions } from 'vite'
import { findChromium } from '../../../scripts/findChromium.ts'
import { scenes } from './scenes.ts'

/**
 * Draws every scene into `screenshots/ui/`: light and dark, on a phone, in a small window, inside a page, in Spanish
 * and Arabic.
 *
 * `npm run gallery -- [part of a scene's name, or ""] [variant]`. Ends with an error when a scene was not ready in 15 s
 * or its page had an error.
 */
const [wanted = '', onlyVariant = ''] = process.argv.slice(2)
const folder = fileURLToPath(new URL('../../../screenshots/ui/', import.meta.url))
mkdirSync(folder, { recursive: true })

const variants = {
  light: { query: 'theme=light', width: 640, height: 720 },
  dark: { query: 'theme=dark', width: 640, height: 720 },
  phone: { query: 'theme=light', width: 390, height: 780 },
  tiny: { query: 'theme=light', width: 320, height: 480 },
  flat: { query: 'theme=dark', width: 720, height: 340 },
  spanish: { query: 'theme=light&locale=es', width: 640, height: 720 },
  embedded: { query: 'theme=light&embedded', width: 640, height: 1000 },
  arabic: { query: 'theme=light&locale=ar', width: 640, height: 720 },
}

const server = await createServer({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  plugins: [react()],
  resolve: { conditions: ['@foyer/source', ...defaultClientConditions] },
  // No reload while a picture is taken.
  server: { port: 0, watch: null, hmr: false, fs: { allow: ['../../..'] } },
})
await server.listen()
const address = server.resolvedUrls?.local[0]
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-quic', '--no-first-run'],
})

const faults: string[] = []
const names = Object.keys(scenes).filter((name) => name.includes(wanted))
const chosen = Object.entries(variants).filter(([name]) => !onlyVariant || name === onlyVariant)
if (names.length * chosen.length === 0)
  faults.push(
    `no scene "${wanted}" in "${onlyVariant}"; variants: ${Object.keys(variants).join(', ')}`,
  )

for (const [variant, { height, query, width }] of chosen) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme: variant === 'dark' ? 'dark' : 'light',
    hasTouch: variant === 'phone',
  })
  const left = [...names]
  /** Takes scenes in its own page until none is left. */
  const shootScenes = async () => {
    const page = await context.newPage()
    let scene = ''
    const blame = (problem: string) => void faults.push(`${variant} ${scene}: ${problem}`)
    page.on('pageerror', (error) => blame(error.message))
    page.on('console', (message) => {
      // Scenes may omit images on purpose.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        blame(message.text())
    })
    for (let next = left.shift(); next; next = left.shift()) {
      scene = next
      await page.goto(`${address}?scene=${scene}&${query}`)
      await page
        .locator('html[data-ready]')
        .waitFor({ timeout: 15_000 })
        .catch(() => blame('not ready in 15 s'))
      await page.waitForTimeout(450)
      await page.screenshot({ path: `${folder}${scene}-${variant}.png` })
      console.log(`${variant}: ${names.length - left.length} of ${names.length} ${scene}`)
    }
  }
  await Promise.all([shootScenes(), shootScenes()])
  await context.close()
}
await browser.close()
await server.close()
for (const fault of faults) console.error(fault)
console.log(`${names.length * chosen.length} pictures in ${folder}`)
process.exitCode = faults.length > 0 ? 1 : 0
