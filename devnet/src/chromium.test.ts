import { type Browser, type BrowserContext, chromium } from 'playwright'
import { expect, it } from 'vitest'
import { chromiumOptions, openProfile } from './chromium.ts'

/** Every target of a browser, its own pages included, after a window was opened. */
async function listTargets(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage()
  await page.goto('data:text/html,<title>test</title>')
  const session = await (context.browser() as Browser).newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
  return targetInfos.map(({ type, url }) => `${type} ${url}`)
}

it('opens a window without pages of the browser’s own', async () => {
  const browser = await chromium.launch(chromiumOptions())
  try {
    const targets = await listTargets(await browser.newContext())
    expect(targets.filter((target) => target.includes('chrome://'))).toEqual([])
  } finally {
    await browser.close()
  }
})

it('opens a profile as people have it without pages of the browser’s own', async () => {
  const { close, context } = await openProfile()
  try {
    const targets = await listTargets(context)
    expect(targets.filter((target) => target.includes('chrome://'))).toEqual([])
  } finally {
    await close()
  }
})
