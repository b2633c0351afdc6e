import type { Frame } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approveAt,
  attack,
  decisionsOf,
  type Opened,
  tryEach,
  visitAndClick,
} from '../approvalPages.test.kit.ts'
import { type ApprovalSites, showScene, startApprovalSites } from '../approvalSites.test.kit.ts'
import { gateTimes } from './gate.ts'

let sites: ApprovalSites
afterAll(() => sites.stop())

const cover =
  'position:fixed;inset:0;margin:0;border:0;padding:0;width:100%;height:100%;pointer-events:none;'
const smallBox = `${cover}inset:60px auto auto 250px;width:240px;height:40px;background:#fff`
/** Drawn over the card, while clicks go through them. */
const overlays = {
  'an opaque box': `<div popover="manual" style="${cover}background:#fff">Claim your prize</div>`,
  'a box that lets light through': `<div popover="manual" style="${cover}background:rgb(255 255 255/.6)"></div>`,
  'a box that is not seen at all': `<div popover="manual" style="${cover}background:transparent"></div>`,
  'a small box over the site’s name': `<div popover="manual" style="${smallBox}">bank.example</div>`,
  'another frame': `<iframe popover="manual" style="${cover}" srcdoc="Claim your prize"></iframe>`,
  'text over the button': `<p popover="manual" style="${cover}inset:auto auto 110px 400px;width:160px;height:30px;background:#0a0;color:#fff">Continue</p>`,
}
const effects = {
  'opacity of the dialog': 'opacity:.99',
  'a filter': 'filter:brightness(1.01)',
  'an SVG filter': 'filter:url(#f)',
  'a smaller scale': 'transform:scale(.8)',
  blending: 'mix-blend-mode:multiply',
  'a blurred backdrop': '',
  perspective: 'transform:perspective(400px) rotateX(20deg)',
  rotation: 'transform:rotate(3deg)',
}

const moves = [
  'uncovered',
  'hung',
  'hung beside the button',
  'slid',
  'zoomed',
  'narrow',
  'outside',
] as const

/** Outcomes of all attacks: run once, on a few pages concurrently, before the tests. */
let tried: ReadonlyMap<string, string[]>
beforeAll(async () => {
  sites = await startApprovalSites()
  const names = ['nothing', ...Object.keys(overlays), ...Object.keys(effects), ...moves]
  tried = await tryEach(sites, names, tryOne)
})
const outcomes = (names: readonly string[]) => names.map((name) => [name, tried.get(name)])
const allRefused = (names: readonly string[]) => names.map((name) => [name, []])

test('[T15] accepts an honest click, and refuses one while anything covers the card', () => {
  expect(tried.get('nothing')).toEqual(['approve'])
  expect(outcomes(Object.keys(overlays))).toEqual(allRefused(Object.keys(overlays)))
})

test('[T16] refuses a click while any CSS effect changes the look of the card', () => {
  expect(outcomes(Object.keys(effects))).toEqual(allRefused(Object.keys(effects)))
})

test('[T17] [T18] [T19] refuses a click on a card that was just uncovered, that moved under the pointer, that is too small or that is partly outside the window', () => {
  expect(outcomes(moves)).toEqual(allRefused(moves))
})

/** Retries as a well-behaved user does, since a busy machine is late. */
async function tryHonestly(opened: Opened, tries = 5): Promise<string[]> {
  const decisions = await attack(opened, { isOpen: true })
  return decisions.length > 0 || tries === 1 ? decisions : tryHonestly(opened, tries - 1)
}

/**
 * Tries an attack again when more than `ms` passed between its mark and its end: a busy machine was late, and after that time
 * an honest press counts.
 * @throws when the last try was late too: it says nothing
 */
async function tryInTime(
  ms: number,
  run: (mark: () => void) => Promise<string[]>,
  tries = 5,
): Promise<string[]> {
  let markedAt = 0
  const decisions = await run(() => {
    markedAt = performance.now()
  })
  if (performance.now() - markedAt < ms) return decisions
  if (tries === 1) throw new Error('The attack came too late each time.')
  return tryInTime(ms, run, tries - 1)
}

async function tryOne(name: string, opened: Opened): Promise<string[]> {
  const { frame, page } = opened
  const overlay = overlays[name as keyof typeof overlays]
  if (overlay !== undefined) return attack(opened, { html: overlay })
  if (Object.hasOwn(effects, name))
    return attack(opened, {
      css: effects[name as keyof typeof effects],
      html:
        name === 'a blurred backdrop'
          ? `<div popover="manual" style="${cover}background:none;backdrop-filter:blur(6px)"></div>`
          : '<svg width="0" height="0"><filter id="f"><feColorMatrix type="saturate" values=".2"/></filter></svg>',
    })
  switch (name) {
    case 'uncovered':
      return tryInTime(gateTimes.visible, (mark) =>
        attack(opened, {
          html: `<div popover="manual" style="${cover}background:#fff"></div>`,
          before: async () => {
            mark()
            await page.evaluate(() => document.querySelector('#attack')?.remove())
            await page.waitForTimeout(50)
          },
        }),
      )
    case 'hung':
    case 'hung beside the button':
      // Covered, and uncovered before the page lets the press through, or reports what it covers.
      return attack(opened, {
        isOpen: true,
        before: async () => {
          await page.evaluate(
            (style) =>
              // Until it is drawn, and the page is about to hang.
              new Promise<void>((covered) => {
                const box = document.createElement('div')
                box.popover = 'manual'
                box.style.cssText = style
                document.body.append(box)
                box.showPopover()
                const hang = () => {
                  const end = performance.now() + 2_500
                  while (performance.now() < end);
                  box.remove()
                }
                requestAnimationFrame(() =>
                  setTimeout(() => {
                    covered()
                    setTimeout(hang)
                  }, 50),
                )
              }),
            name === 'hung' ? `${cover}background:#fff` : smallBox,
          )
          await new Promise((resolve) => setTimeout(resolve, 200))
        },
      })
    case 'slid':
      return tryInTime(gateTimes.still, async (mark) => {
        await showScene(frame, 'message')
        const { x, y } = await approveAt(frame)
        // The pointer rests on a harmless place until the frame appears.
        for (const step of [4, 3, 2, 1, 0]) await page.mouse.move(x - step, y - 90)
        await page.waitForTimeout(1_200)
        mark()
        await page.locator('dialog').evaluate((dialog) => {
          dialog.style.transform = 'translateY(-90px)'
        })
        await page.waitForTimeout(60)
        await page.mouse.down()
        await page.mouse.up()
        await page.locator('dialog').evaluate((dialog) => dialog.removeAttribute('style'))
        return decisionsOf(frame)
      })
    case 'zoomed':
      return attack(opened, { css: 'zoom:.3' })
    case 'narrow':
      return attack(opened, { css: 'width:200px' })
    case 'outside':
      return attack(opened, { css: 'inset:160px auto auto 100px' })
    default:
      return tryHonestly(opened)
  }
}

/**
 * Presses again when the first press did not count, as a user does: a busy machine draws late, and the gate closes for
 * that.
 */
const approvesWith = (frame: Frame, press: () => Promise<unknown>) =>
  expect
    .poll(
      async () => {
        if ((await decisionsOf(frame)).length === 0) await press()
        return decisionsOf(frame)
      },
      { interval: 300 },
    )
    .toEqual(['approve'])

test('[T22] refuses a script’s click, and a key that is held down', async () => {
  const { frame, page } = await sites.open()
  await showScene(frame, 'message')
  await frame.locator('.approval-approve[data-open="true"]').waitFor()
  await frame.evaluate(() => {
    const button = document.querySelector<HTMLElement>('.approval-approve button')
    button?.click()
    for (const type of ['pointermove', 'pointermove', 'pointerdown', 'pointerup'])
      button?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1 }))
    for (const type of ['keydown', 'keyup'])
      button?.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }))
    // A key does not approve when the focus arrived without Tab either.
    if (document.activeElement === button) throw new Error('Focused.')
    button?.focus()
  })
  await page.keyboard.press('Enter')
  for (let count = 0; count < 20; count++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  expect(await decisionsOf(frame)).toEqual([])
  expect(await frame.locator('.approval-hint').textContent()).toMatch(/Move the pointer/)
  // Uses the Tab key.
  await approvesWith(frame, async () => {
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await frame.locator('.approval-approve[data-open="true"]').waitFor()
    await page.keyboard.press('Enter')
  })
  await page.close()
})

test('[T23] approves nothing in the frame when the browser has no Intersection Observer v2', async () => {
  const page = await sites.context.newPage()
  await page.addInitScript(() => {
    Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')
  })
  const { frame } = await sites.open(page)
  expect(await frame.evaluate(() => window.harness.hasIo2())).toBe(false)
  await showScene(frame, 'message')
  await visitAndClick({ page, target: frame })
  expect(await decisionsOf(frame)).toEqual([])
  await page.close()
})

test('[T31] warns of a text that may be a transaction hash, and needs more than one click for it', async () => {
  const { frame, page } = await sites.open()
  await showScene(frame, 'hash')
  expect(await frame.getByRole('alert').textContent()).toMatch(/fingerprint of a transaction/)
  await visitAndClick({ page, target: frame }, { isOpen: true })
  expect(await decisionsOf(frame)).toEqual([])
  expect(await frame.locator('.approval-hint').textContent()).toMatch(/a little longer/)
  await approvesWith(frame, () =>
    visitAndClick({ page, target: frame }, { isOpen: true, waitMs: 600, hold: 800 }),
  )
  await page.close()
})

test('[T37] [T39] requires long texts and twenty calls to be scrolled to the end; refuses a 21st call', async () => {
  const cases = ['long', 'calls', 'tooMany'] as const
  await tryEach(sites, cases, async (scene, { frame, page }) => {
    await showScene(frame, scene)
    await visitAndClick({ page, target: frame })
    expect(await decisionsOf(frame), scene).toEqual([])
    const hint = frame.locator('.approval-hint')
    expect(await hint.textContent()).toMatch(scene === 'tooMany' ? /more than 20/ : /Scroll/)
    if (scene === 'long') expect(await frame.getByText('400. A clause').count()).toBe(1)
    else
      expect(await frame.locator('.approval-calls > ol > li').count()).toBe(
        scene === 'calls' ? 20 : 21,
      )
    await frame.locator('.approval-scroll').hover()
    await page.mouse.wheel(0, 100_000)
    if (scene !== 'tooMany') await frame.locator('.approval-more').waitFor({ state: 'hidden' })
    const isOpen = scene !== 'tooMany'
    const hold = () => visitAndClick({ page, target: frame }, { isOpen, waitMs: 600, hold: 750 })
    if (isOpen) return approvesWith(frame, hold)
    await hold()
    expect(await decisionsOf(frame), scene).toEqual([])
  })
})

test('requires a finger to hold the button; a tap approves nothing', async () => {
  const { frame, page } = await sites.open()
  const session = await sites.context.newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await showScene(frame, 'message')
  const open = frame.locator('.approval-approve[data-open="true"]')
  await open.waitFor()
  const at = await approveAt(frame)
  /** By the time in its events: a delay of the test must not hold the button. */
  const touch = async (ms: number) => {
    const startedAt = Date.now()
    const send = (type: 'touchStart' | 'touchEnd', touchPoints: (typeof at)[], time: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: time / 1_000 })
    await send('touchStart', [at], startedAt)
    await page.waitForTimeout(ms)
    await send('touchEnd', [], startedAt + ms)
    await page.waitForTimeout(50)
  }
  // A touch that a busy page notices late is refused for that.
  await expect
    .poll(async () => {
      await open.waitFor()
      await touch(60)
      return frame.locator('.approval-hint').textContent()
    })
    .toMatch(/a little longer/)
  expect(await decisionsOf(frame)).toEqual([])
  await approvesWith(frame, () => touch(800))
  await page.close()
})
