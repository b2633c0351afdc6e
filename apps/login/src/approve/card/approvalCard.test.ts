import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApprovalStatus } from '../approval.ts'
import type { ApprovalFrame } from '../approvalFrame.test.kit.ts'
import { type ApprovalSites, showScene, startApprovalSites } from '../approvalSites.test.kit.ts'
import { descriptions, type SceneName } from '../scenes.test.kit.ts'

let sites: ApprovalSites
let page: Page
let frame: Frame
const problems: string[] = []
beforeAll(async () => {
  sites = await startApprovalSites()
  ;({ page, frame } = await sites.open())
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('dialog', (dialog) => {
    problems.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(sites.login)) problems.push(request.url())
  })
})
afterAll(() => sites.stop())

test('[T13] shows the attested origin in the header, whatever the site claims', async () => {
  // `а` is Cyrillic; a browser reports such an origin in its ASCII form.
  const { origin } = new URL('https://аpple.example')
  await showScene(frame, 'transfer', { change: { origin, claims: { name: 'Uniswap' } } })
  const header = frame.locator('.approval-origin')
  expect(await header.textContent()).toBe('Who asks: xn--pple-43d.example')
  expect(await header.locator('strong').textContent()).toBe('xn--pple-43d.example')
  expect(await frame.locator('.approval-claim').textContent()).toContain('says it is “Uniswap”')
  // An image from another origin is not loaded.
  await showScene(frame, 'transfer', {
    change: { claims: { name: 'Uniswap', icon: `${sites.evil}/icon.png` } },
  })
  expect(await frame.locator('header img').count()).toBe(0)
  expect(sites.evilHits).toEqual([])
})

test('[T14] keeps a contrast of at least 4.5 with every theme of a site, and loads nothing from the network', async () => {
  const colors = ['#fff', '#000', '#777', 'rgb(255 255 255 / 0.02)', '#f6f5f2', '#171614', '#ff0']
  const names = [
    'color-card',
    'color-text',
    'color-quiet',
    'color-surface',
    'color-accent',
    'color-on-accent',
    'color-danger',
    'color-success',
  ]
  const themes = [
    ...names.flatMap((name) => colors.map((color) => ({ [name]: color }))),
    {
      'color-card': '#000',
      'color-text': '#fff',
      'color-surface': '#111',
      'color-quiet': '#ccc',
      'color-accent': '#0f0',
      'color-danger': '#f88',
      'color-success': '#8f8',
    },
    { 'font-size-master': '8px', 'color-accent': '#7c3aed' },
    { 'font-size-master': '16px' },
  ]
  expect(themes.length).toBeGreaterThan(50)
  // Without motion, so that no colour is measured during a transition.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await showScene(frame, 'swap')
  const kept = await frame.evaluate((given) => {
    const context = document.createElement('canvas').getContext('2d')
    const channels = (color: string) => {
      if (!context) throw new Error('No canvas.')
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      return [...context.getImageData(0, 0, 1, 1).data]
    }
    const light = (color: string) => {
      const [r = 0, g = 0, b = 0, alpha] = channels(color)
      if (alpha !== 255) throw new Error(`${color} lets light through.`)
      const [x = 0, y = 0, z = 0] = [r, g, b].map((one) =>
        one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * x + 0.7152 * y + 0.0722 * z
    }
    /** The background of an element. */
    const groundOf = (element: Element): string => {
      const { backgroundColor } = getComputedStyle(element)
      if (channels(backgroundColor)[3] === 255 || !element.parentElement) return backgroundColor
      return groundOf(element.parentElement)
    }
    const shown = [
      'h1',
      '.approval-amount',
      '.approval-side h2',
      '.approval-origin',
      '.approval-claim-text',
      'dt',
      'dd',
      '.approval-buttons .button',
    ]
    return given.map((themeVariables) => {
      window.harness.theme({ themeVariables, themeMode: 'light' })
      for (const selector of shown)
        for (const element of document.querySelectorAll(selector)) {
          if (element.closest('[data-open="false"]')) continue
          const pair = [getComputedStyle(element).color, groundOf(element)] as const
          const [most = 0, least = 0] = pair.map(light).sort((a, b) => b - a)
          const ratio = (most + 0.05) / (least + 0.05)
          if (ratio < 4.5)
            throw new Error(`${JSON.stringify(themeVariables)} ${selector} ${pair} ${ratio}`)
        }
      const size = Number.parseFloat(
        getComputedStyle(document.querySelector('dt') ?? document.body).fontSize,
      )
      if (size < 12) throw new Error(`${JSON.stringify(themeVariables)} is too small: ${size}`)
      return document.documentElement.style.getPropertyValue('--foyer-color-accent')
    })
  }, themes)
  // Readable colours stay as the site chose them.
  expect(kept.at(-2)).toBe('#7c3aed')
  expect(problems).toEqual([])
})

test('tells the outcome to screen readers: a failure interrupts them, success waits its turn', async () => {
  const roleOf = async (status: ApprovalStatus) => {
    await showScene(frame, 'transfer', { status })
    return frame.locator('.approval-ended').getAttribute('role')
  }
  expect(await roleOf({ is: 'failed', code: 'rpc-failed' })).toBe('alert')
  expect(await roleOf({ is: 'done' })).toBe('status')
  expect(await roleOf({ is: 'over', reason: 'expired' })).toBe('status')
})

test('says that a request which was cut off after its approval may have been sent', async () => {
  const textOf = async (status: ApprovalStatus) => {
    await showScene(frame, 'transfer', { status })
    return frame.locator('.approval-ended p').first().textContent()
  }
  const sent = 'It may have been signed and sent. Look at your account before you try again.'
  expect(await textOf({ is: 'over', reason: 'unfinished' })).toBe(sent)
  expect(await textOf({ is: 'failed', code: 'unknown', maySent: true })).toBe(sent)
  expect(await textOf({ is: 'failed', code: 'unknown' })).toMatch(/^Nothing was sent/)
})

test('counts the last minute down beside the hint how to hold, and announces its start alone', async () => {
  await showScene(frame, 'transfer', { change: { expiresAt: Date.now() + 50_000 } })
  const clock = frame.getByRole('timer')
  await expect.poll(() => clock.textContent()).toMatch(/^Expires in 0:[0-4]\d$/)
  await frame.locator('.approval-approve[data-open="true"]').waitFor()
  const hint = 'Press and hold the button, or hold Enter.'
  await expect.poll(() => frame.locator('.approval-hint').textContent()).toBe(hint)
  const announced = () => frame.getByRole('status').allTextContents()
  const before = await clock.textContent()
  expect(await announced()).toEqual([hint, 'This request expires in less than a minute.'])
  await expect.poll(() => clock.textContent()).not.toBe(before)
  expect(await announced()).toEqual([hint, 'This request expires in less than a minute.'])
})

test('offers only to reject a request when its card fails to render', async () => {
  const broken = { ...descriptions.transfer, calls: undefined as never }
  await showScene(frame, 'transfer', { change: { description: broken } })
  expect(await frame.getByRole('button').allTextContents()).toEqual(['Reject'])
  await frame.getByRole('button').click()
  expect(await frame.evaluate(() => window.harness.decisions.map((one) => one.decision))).toEqual([
    'reject',
  ])
  // The next request is rendered.
  await showScene(frame, 'transfer')
  expect(await frame.getByRole('button', { name: 'Hold to approve' }).count()).toBe(1)
  problems.length = 0
})

/** A hundred texts that want to be markup, script, address or style. */
function payloads(): string[] {
  const run = 'globalThis.pwned=1'
  const tags = [
    'script',
    'img src=x',
    'svg',
    'iframe',
    'body',
    'video',
    'audio',
    'object',
    'embed',
    'math',
    'a href=#',
    'details open',
    'input autofocus',
    'marquee',
    'style',
    'link rel=stylesheet',
    'base',
    'meta',
    'form',
    'template',
  ]
  const events = ['onload', 'onerror', 'onfocus', 'ontoggle']
  return [
    ...tags.flatMap((tag) => events.map((event) => `<${tag} ${event}=${run}>${run}</${tag}>`)),
    ...[
      `javascript:${run}`,
      `data:text/html,<script>${run}</script>`,
      `"><script>${run}</script>`,
      `'-${run}-'`,
      '{{constructor.constructor("globalThis.pwned=1")()}}',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a payload
      '${globalThis.pwned=1}',
      '</style><script>globalThis.pwned=1</script>',
      '</textarea><script>globalThis.pwned=1</script>',
      '<!--<script>globalThis.pwned=1</script>-->',
      ']]><script>globalThis.pwned=1</script>',
      '&lt;script&gt;globalThis.pwned=1&lt;/script&gt;',
      'url(https://evil.example/x)',
      '}body{display:none}',
      '__proto__',
      '{"__html":"<img src=x onerror=globalThis.pwned=1>"}',
      '<svg><use href="data:image/svg+xml,<svg onload=globalThis.pwned=1>"></svg>',
      '%3Cscript%3EglobalThis.pwned=1%3C/script%3E',
      '<img src="https://evil.example/x.png">',
      '{what} {symbol} {site}',
      '<noscript><p title="</noscript><img src=x onerror=globalThis.pwned=1>">',
    ],
  ]
}

test('[T105] shows a hundred payloads in every field as text, and runs no script', async () => {
  const list = payloads()
  expect(list).toHaveLength(100)
  for (const scene of ['scam', 'solana', 'typed', 'hash', 'signIn'] as const) {
    const shown = await frame.evaluate(
      async ([name, texts]) => {
        const counts: number[] = []
        for (const payload of texts) {
          await window.harness.show(name, { payload })
          const count = () => (document.body.textContent ?? '').split(payload).length - 1
          // A busy machine renders late.
          for (let frames = 0; frames < 2 || (count() < 2 && frames < 300); frames++)
            await new Promise((resolve) => requestAnimationFrame(resolve))
          counts.push(count())
        }
        return counts
      },
      // All of them in one request, a fifth in each of the others.
      [scene, scene === 'scam' ? list : list.filter((_, index) => index % 5 === 0)] as const,
    )
    expect(Math.min(...shown), scene).toBeGreaterThanOrEqual(2)
  }
  expect(await frame.evaluate(() => 'pwned' in globalThis)).toBe(false)
  expect(problems).toEqual([])
})

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type State = [SceneName, Parameters<ApprovalFrame['show']>[1]]
const states: readonly State[] = [
  ...(Object.keys(descriptions) as SceneName[]).map((name): State => [name, {}]),
  ['reading', {}],
  ['transfer', { change: { expiresAt: Date.now() + 55_000 } }],
  ['transfer', { status: { is: 'sending' } }],
  ['transfer', { status: { is: 'done' } }],
  ['transfer', { status: { is: 'failed', code: 'rpc-failed' } }],
  ['transfer', { status: { is: 'over', reason: 'expired' } }],
  ['scam', { theme: { themeMode: 'dark' } }],
  ['permit', { theme: { themeMode: 'dark' } }],
]

test('axe finds no accessibility violation in any state', async () => {
  await frame.evaluate(axe)
  for (const [name, options] of states) {
    await showScene(frame, name, options)
    await page.waitForTimeout(200)
    const found = await frame.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(
            where: Document,
            how: object,
          ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
        }
      }
      const { violations } = await axe.run(document, {
        iframes: false,
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        rules: { 'page-has-heading-one': { enabled: false }, region: { enabled: false } },
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    })
    expect(found, `${name} ${JSON.stringify(options)}`).toEqual([])
  }
})
