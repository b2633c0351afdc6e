import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { chromium } from 'playwright'
import { createServer, defaultClientConditions } from 'vite'
import { findChromium } from '../../../scripts/findChromium.ts'
import { scenes } from './scenes.ts'

/**
 * Draws every scene into `screenshots/ui/`: light and dark, on a phone, in little room, inside of a page, in Spanish and Arabic.
 *
 * `node --conditions=@foyer/source packages/ui/gallery/shoot.ts [part of a scene's name] [variant]`
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
  // Nothing is reloaded under a picture that is being taken.
  server: { port: 0, watch: null, hmr: false, fs: { allow: ['../../..'] } },
})
await server.listen()
const address = server.resolvedUrls?.local[0]
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-quic', '--no-first-run'],
})
for (const [variant, { height, query, width }] of Object.entries(variants)) {
  if (onlyVariant && variant !== onlyVariant) continue
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme: variant === 'dark' ? 'dark' : 'light',
    hasTouch: variant === 'phone',
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(variant, error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(variant, message.text())
  })
  for (const name of Object.keys(scenes).filter((one) => one.includes(wanted))) {
    await page.goto(`${address}?scene=${name}&${query}`)
    await page
      .locator('html[data-ready]')
      .waitFor({ timeout: 15_000 })
      .catch(() => {})
    await page.waitForTimeout(450)
    await page.screenshot({ path: `${folder}${name}-${variant}.png` })
  }
  await context.close()
}
await browser.close()
await server.close()
