import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openProfile } from '@foyer/devnet/chromium'
import { bundleScripts } from '@foyer/devnet/serveSites'
import type { BrowserContext, Page } from 'playwright'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ServerPage } from '../react/serverPage.test.kit.ts'
import { around, makeServerSite, ServerSite } from '../react/serverSite.test.kit.ts'
import { readButtonHint } from './buttonHint.ts'
import { renderButton } from './renderButton.ts'

declare const kit: ServerPage

const style = `body{margin:0;font:16px/1.5 serif}header{display:flex;align-items:center;gap:8px;justify-content:end}`
/** As in docs/connect.md. */
const hostRule = 'foyer-button,foyer-network-button{display:inline-flex;vertical-align:middle}'
const nonce = 'bm9uY2U'
const policies: Record<string, string> = {
  '/strict': "default-src 'self'; style-src 'none'",
  '/self': "default-src 'self'; style-src 'self'",
  '/nonce': `default-src 'self'; style-src 'nonce-${nonce}'; img-src data:`,
}

let scripts: Map<string, string>
let server: Server
let origin: string
let context: BrowserContext
let close: () => Promise<void>
/** Scripts wait for it, so that the page is painted without them first. */
let scriptGate: Promise<void>
let openScripts = () => {}

beforeAll(async () => {
  scripts = await bundleScripts({
    page: new URL('../react/serverPage.test.kit.ts', import.meta.url),
  })
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const script = scripts.get(pathname.slice(1))
    const policy = policies[pathname]
    if (pathname === '/site.css')
      return void response.writeHead(200, { 'content-type': 'text/css' }).end(style + hostRule)
    if (script !== undefined)
      return void scriptGate.then(() =>
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(script),
      )
    void writePage(pathname, request.headers.cookie).then((html) =>
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          ...(policy && { 'content-security-policy': policy }),
        })
        .end(html),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  ;({ close, context } = await openProfile())
})
afterAll(async () => {
  await close?.()
  server?.close()
})
beforeEach(async () => {
  await context.clearCookies()
  scriptGate = new Promise((resolve) => {
    openScripts = resolve
  })
})
afterEach(async () => {
  openScripts()
  for (const page of context.pages()) {
    if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.clear())
    await page.close()
  }
})

async function writePage(pathname: string, cookie: string | undefined): Promise<string> {
  const hint = readButtonHint(cookie)
  const buttons = (['foyer-button', 'foyer-network-button'] as const).map((name, index) =>
    renderButton({
      name,
      hint,
      nonce,
      network: 'Ethereum',
      ...(index === 1 && { attributes: { size: 'sm' } }),
    }),
  )
  const { foyer } = await makeServerSite()
  const body = pathname.startsWith('/react')
    ? `<div id="root">${renderToString(createElement(ServerSite, { foyer, buttonHint: hint ?? null }))}</div>`
    : `<header><b>${around.before}</b>${buttons.join('')}<i>${around.after}</i></header><p>${around.below}</p>`
  const sheet =
    pathname === '/self'
      ? '<link rel="stylesheet" href="/site.css">'
      : `<style nonce="${nonce}">${style}</style>`
  const data = hint ? ` data-hint="${JSON.stringify(hint).replaceAll('"', '&quot;')}"` : ''
  return `<!doctype html><html lang="en"${data}><meta charset="utf-8"><title>t</title>${sheet}<body>${body}<script type="module" src="/page.js"></script></body></html>`
}

async function visit(path: string, inContext: BrowserContext = context): Promise<Page> {
  const page = await inContext.newPage()
  // Chromium paints while scripts load; count the shifts after that.
  await page.goto(origin + path, { waitUntil: 'commit' })
  await page.locator('p').waitFor()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  // On a busy machine it paints the first half of the page before it has parsed the rest, which moves that half.
  await page.evaluate(() => performance.mark('painted'))
  return page
}
async function runScripts(page: Page): Promise<void> {
  openScripts()
  await page.waitForFunction(() => 'kit' in window)
}
/** Layout shifts since the whole page was painted; the sum of their values is CLS. @source https://web.dev/articles/cls */
const shifts = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    const entries: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => void entries.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const painted = performance.getEntriesByName('painted')[0]?.startTime ?? 0
    const later = entries.filter(({ startTime }) => startTime > painted)
    return later.map((entry) => {
      const { sources, value } = entry as unknown as {
        sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
        value: number
      }
      return {
        value,
        sources: sources.map(({ currentRect, node, previousRect }) => [
          node?.nodeName,
          node?.parentElement?.className,
          previousRect,
          currentRect,
        ]),
      }
    })
  })
/** Positions of all elements. */
const boxes = (page: Page) =>
  page.evaluate(() =>
    ['b', 'foyer-button', 'foyer-network-button', 'i', 'p'].map((name) => {
      const { height, width, x, y } = document.querySelector(name)!.getBoundingClientRect()
      return { name, x, y, width, height }
    }),
  )
const buttonOf = (page: Page) => page.locator('foyer-button').getByRole('button')

test('with scripts blocked, a page shows a labelled button of its final size', async () => {
  const page = await visit('/plain')
  const button = buttonOf(page)
  await expect.poll(() => button.innerText()).toBe('Connect wallet')
  const { height = 0, width = 0 } = (await button.boundingBox()) ?? {}
  expect(height).toBe(44)
  expect(width).toBeGreaterThan(120)
  const colours = await button.evaluate((element) => {
    const { backgroundColor, color, fontSize } = getComputedStyle(element)
    return { backgroundColor, color, fontSize }
  })
  expect(colours).toMatchObject({ backgroundColor: 'rgb(15, 118, 110)', fontSize: '16px' })
  expect((await page.locator('foyer-network-button').boundingBox())?.height).toBe(36)
})

test.each(['/plain', '/react'])('%s: hydrating the buttons moves nothing', async (path) => {
  const page = await visit(path)
  const before = await boxes(page)
  await buttonOf(page).focus()
  await runScripts(page)
  await page.waitForFunction(() => document.querySelector('foyer-modal'))
  expect(await shifts(page)).toEqual([])
  expect(await boxes(page)).toEqual(before)
  expect(await page.evaluate(() => kit.errors)).toEqual([])
  // Hydrated in place: the focused element keeps the focus, and opens the modal.
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('foyer-button')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor()
})

test.each(['/plain', '/react'])(
  '%s: renders a connected account from the cookie, and nothing moves',
  async (path) => {
    const first = await visit(path)
    await runScripts(first)
    await first.evaluate(() => kit.connect())
    await expect
      .poll(async () => readButtonHint(await first.evaluate(() => document.cookie)))
      .toMatchObject({
        active: 'eip155',
        namespaces: {
          eip155: { address: '0x5290…9EE7', balance: '1.2345 ETH', network: 'Ethereum' },
        },
      })
    await first.close()

    scriptGate = new Promise((resolve) => {
      openScripts = resolve
    })
    const page = await visit(path)
    const text = () =>
      buttonOf(page).evaluate((button) =>
        [...button.querySelectorAll('.text, .aside')].map(({ textContent }) => textContent),
      )
    expect(await text()).toEqual(['0x5290…9EE7', '1.2345 ETH'])
    const before = await boxes(page)
    await runScripts(page)
    await expect.poll(() => buttonOf(page).getAttribute('aria-busy')).toBe('false')
    expect(await text()).toEqual(['0x5290…9EE7', '1.2345 ETH'])
    expect(await shifts(page)).toEqual([])
    expect(await boxes(page)).toEqual(before)
    expect(await page.evaluate(() => kit.errors)).toEqual([])
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
  },
)

test('under a policy without styles the button keeps its space and text', async () => {
  const page = await visit('/strict')
  const before = await boxes(page)
  const [, button] = before
  const picture = page.locator('foyer-button').getByRole('img', { name: 'Connect wallet' })
  expect(await picture.boundingBox()).toMatchObject({ height: 44, width: button?.width })
  expect(button?.width).toBeGreaterThan(120)
  await runScripts(page)
  await expect.poll(() => buttonOf(page).innerText()).toBe('Connect wallet')
  const sizes = (all: typeof before) => all.map(({ name, width, x }) => ({ name, width, x }))
  expect(sizes(await boxes(page))).toEqual(sizes(before))
  // The baseline of an image in text differs from a button's: the neighbours shift by a tenth of the accepted CLS.
  // @source https://web.dev/articles/cls
  const moved = await shifts(page)
  expect(moved.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.01)
})

test("nothing moves without our styles if your own sheet sets the element's display", async () => {
  const page = await visit('/self')
  const before = await boxes(page)
  expect(await page.locator('foyer-button').getByRole('img').count()).toBe(1)
  await runScripts(page)
  await expect.poll(() => buttonOf(page).innerText()).toBe('Connect wallet')
  expect(await shifts(page)).toEqual([])
  expect(await boxes(page)).toEqual(before)
})

test('a nonce allows the styles under a strict policy', async () => {
  const page = await visit('/nonce')
  const before = await boxes(page)
  expect(await buttonOf(page).innerText()).toBe('Connect wallet')
  await runScripts(page)
  expect(await shifts(page)).toEqual([])
  expect(await boxes(page)).toEqual(before)
})

test('a button without content is an empty element', () => {
  const hint = { active: 'eip155', namespaces: { eip155: { address: '0x12…34' } } } as const
  const empty = (name: 'foyer-account-button' | 'foyer-connect-button') => `<${name}></${name}>`
  expect(renderButton({ name: 'foyer-account-button' })).toBe(empty('foyer-account-button'))
  expect(renderButton({ name: 'foyer-connect-button', hint })).toBe(empty('foyer-connect-button'))
  expect(renderButton({ name: 'foyer-account-button', hint })).toContain('0x12…34')
})

test('escapes every value, and a theme cannot close a rule or style', () => {
  const evil = `"><script>alert(1)</script>&`
  const html = renderButton({
    attributes: { label: evil, class: evil },
    nonce: evil,
    themeVariables: {
      'color-accent': 'red;} :host{display:none',
      'a<b': 'x',
      x: '</style>',
      y: 'blue',
    },
  })
  expect(html).not.toContain('<script>')
  expect(html.match(/<\/style>/g)).toHaveLength(1)
  expect(html).not.toContain('red;')
  expect(html).toContain('--foyer-y:blue')
})
