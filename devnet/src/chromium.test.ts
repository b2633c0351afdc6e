import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright'
import { expect, it, onTestFinished, vi } from 'vitest'
import { chromiumOptions, launchBrowser, openProfile } from './chromium.ts'

/** Lists all targets of a browser, including its own pages, after a window was opened. */
async function listTargets(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage()
  await page.goto('data:text/html,<title>test</title>')
  const session = await (context.browser() as Browser).newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
  return targetInfos.map(({ type, url }) => `${type} ${url}`)
}

it('uses the headless shell beside Debian’s Chromium only, and not for a window to debug in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-chromium-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [chromium, chrome, shell] = ['chromium', 'chrome', 'chromium-headless-shell'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const used = (...given: Parameters<typeof chromiumOptions>) =>
    chromiumOptions(...given).executablePath
  expect(() => used(chromium)).toThrow(`There is no Chromium at ${chromium}`)
  for (const path of [chromium, chrome]) await writeFile(path, '')
  expect(used(chromium)).toBe(chromium)
  await writeFile(shell, '')
  expect(used(chromium)).toBe(shell)
  expect(used(chrome)).toBe(chrome)
  expect(used(chromium, { isWhole: true })).toBe(chromium)
  vi.stubEnv('PWDEBUG', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(used(chromium)).toBe(chromium)
})

it('opens a window without Chromium’s own pages', async () => {
  const browser = await launchBrowser()
  try {
    const targets = await listTargets(await browser.newContext())
    expect(targets.filter((target) => target.includes('chrome://'))).toEqual([])
  } finally {
    await browser.close()
  }
})

it('opens a user profile without Chromium’s own pages', async () => {
  const { close, context } = await openProfile()
  try {
    const targets = await listTargets(context)
    expect(targets.filter((target) => target.includes('chrome://'))).toEqual([])
  } finally {
    await close()
  }
})

it.each([
  ['the whole browser', true],
  ['the headless shell', false],
])(
  'a frame has separate storage below each site, and no cookies, in a profile of %s',
  async (_, isWhole) => {
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html').end('<p>page')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { close, context } = await openProfile({ isWhole })
    onTestFinished(async () => {
      await close()
      server.close()
    })
    const readFrame = async (site: string) => {
      const page = await context.newPage()
      await page.goto(`http://${site}.localhost:${port}/`)
      await page.evaluate((url) => {
        document.body.append(Object.assign(document.createElement('iframe'), { src: url }))
      }, `http://frame.localhost:${port}/`)
      await expect.poll(() => page.frames()[1]?.url()).toContain('frame.localhost')
      return page.frames()[1]?.evaluate(async (name) => {
        // biome-ignore lint/suspicious/noDocumentCookie: it does what a page does
        document.cookie = 'written=1; SameSite=None; Secure'
        const stored = localStorage.getItem('site')
        localStorage.setItem('site', name)
        return { stored, cookie: document.cookie, hasAccess: await document.hasStorageAccess() }
      }, site)
    }
    const none = { cookie: '', hasAccess: false }
    expect(await readFrame('one')).toEqual({ ...none, stored: null })
    expect(await readFrame('two')).toEqual({ ...none, stored: null })
    expect(await readFrame('one')).toEqual({ ...none, stored: 'one' })
  },
)
