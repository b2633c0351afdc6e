/** `node --conditions=@foyer/source scripts/screenshot.ts`: renews the README's screenshots, `docs/modal*.png`. */
import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { start as startApi } from '@foyer/api'
import { foyerDevnet, foyerDevnetTwo, startDevnet, startWallet } from '@foyer/devnet'
import { chromiumOptions } from '@foyer/devnet/chromium'
import { buildPage, start as startSite } from '@foyer/site'
import { chromium } from 'playwright'
import { findChromium } from './findChromium.ts'
import { apiChains } from './start/apiChains.ts'
import { siteNetworks } from './start/siteNetworks.ts'

const root = join(import.meta.dirname, '..')
/** Maximum size of the README's images together, bytes. */
const limit = 200_000
const projectId = 'screenshot'

await buildPage()
const devnet = await startDevnet({ ports: { [foyerDevnet.id]: 0, [foyerDevnetTwo.id]: 0 } })
const wallet = await startWallet({ port: 0, chains: devnet.chains, solana: devnet.solana })
const api = await startApi({
  port: 0,
  logLevel: 'silent',
  chains: apiChains(devnet),
  projects: [{ id: projectId, name: 'Screenshot', isDevelopment: true }],
})
const site = await startSite({
  port: 0,
  projectId,
  apiUrl: api.url,
  walletUrl: wallet.url,
  networks: siteNetworks(devnet),
})
const browser = await chromium.launch(chromiumOptions(findChromium()))
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 760 },
    })
    await page.goto(site.url)
    const list = page.locator('.stage').getByRole('button', { name: /Foyer Dev Wallet/ })
    await list.waitFor()
    await page.waitForLoadState('networkidle')
    const path = join(root, `docs/modal${colorScheme === 'dark' ? '-dark' : ''}.png`)
    await page.screenshot({ path })
    const { size } = await stat(path)
    console.log(`${relative(root, path)} ${Math.round(size / 1000)} kB`)
    if (size > limit) throw new Error(`The screenshots may have at most ${limit / 1000} kB.`)
  }
} finally {
  await browser.close()
  await Promise.allSettled([site, api, wallet, devnet].map((part) => part.stop()))
}
