import { type Browser, type BrowserContext, chromium } from 'playwright'
import { expect, it } from 'vitest'
import { chromiumOptions, openProfile } from './chromium.ts'

/** Lists all targets of a browser, including its own pages, after a window was opened. */
async function listTargets(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage()
  await page.goto('data:text/html,<title>test</title>')
  const session = await (context.browser() as Browser).newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
  return targetInfos.map(({ type, url }) => `${type} ${url}`)
}

it('opens a window without Chromium’s own pages', async () => {
  const browser = await chromium.launch(chromiumOptions())
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
