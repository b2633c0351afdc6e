import { chromium } from 'playwright'
import type { Script } from './bundlePage.ts'
import { findChromium } from './findChromium.ts'

const flags = ['--no-sandbox', '--disable-background-networking', '--no-first-run']

/**
 * Opens a page in a real browser, clicks its Connect button, and records which scripts it fetches at each step. Every other
 * host is an api with an empty directory.
 *
 * @param installed - A script that announces wallets, like extensions do before the page's own scripts.
 * @returns Names of the scripts fetched before the click, and because of it.
 * @throws Error if the page reports one, or shows no dialog after the click.
 */
export async function watchPage(
  scripts: Script[],
  { installed = '' }: { installed?: string } = {},
): Promise<{ beforeClick: string[]; byClick: string[] }> {
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: flags })
  try {
    const page = await browser.newPage()
    const fetched: string[] = []
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.route('**/*', async (route) => {
      const { hostname, pathname } = new URL(route.request().url())
      if (hostname !== 'site.localhost')
        return route.fulfill({
          headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
          json: { count: 0, data: [] },
        })
      const name = pathname.slice(1)
      const script = scripts.find((one) => one.name === name)
      if (script) fetched.push(name)
      if (script) return route.fulfill({ contentType: 'text/javascript', body: script.code })
      if (name !== '') return route.fulfill({ status: 404 })
      const own = '<script type="module" src="/page.js"></script>'
      const body = `<!doctype html><body><script>${installed}</script>${own}`
      return route.fulfill({ contentType: 'text/html', body })
    })
    await page.goto('http://site.localhost/', { waitUntil: 'networkidle' })
    const beforeClick = [...fetched]
    await page.locator('foyer-button').click()
    await page.getByRole('dialog').waitFor()
    await page.waitForLoadState('networkidle')
    // A script requested shortly after the dialog appears is part of the click's cost.
    await page.waitForTimeout(500)
    if (errors.length > 0) throw new Error(`the measured page failed: ${errors.join('; ')}`)
    return { beforeClick, byClick: fetched.slice(beforeClick.length) }
  } finally {
    await browser.close()
  }
}
