import type { CDPSession, Frame, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveAt, decisionsOf, focusByPresses } from '../approve/approvalPages.test.kit.ts'
import { type ApprovalSites, startApprovalSites } from '../approve/approvalSites.test.kit.ts'

/** Duration of the game, in ms. */
const gameMs = 20_000
const atOnce = 4
const paths = {
  still: () => ({ x: 0, y: 0 }),
  trembling: (turn: number) => ({ x: turn % 2, y: 0 }),
  'in small circles': (turn: number) => ({ x: 6 * Math.cos(turn), y: 6 * Math.sin(turn) }),
  'in large circles': (turn: number) => ({ x: 60 * Math.cos(turn), y: 15 * Math.sin(turn) }),
}

let sites: ApprovalSites
/** The middle of Approve in each window: all have the same size. */
let place: { x: number; y: number }
beforeAll(async () => {
  sites = await startApprovalSites()
  const { page, popup } = await openWindow()
  place = await approveAt(popup)
  await page.close()
})
afterAll(() => sites?.stop())

type Game = { page: Page; frame: Frame; popup: Page; mouse: CDPSession }

/** A page whose click opened the window of a request; its window may still be loading. */
async function openWindow({
  isLoaded = true,
  scene = 'transfer',
}: {
  isLoaded?: boolean
  scene?: 'transfer' | 'message'
} = {}): Promise<Game> {
  const { frame, page } = await sites.open()
  const rid = await frame.evaluate((name) => window.harness.serve(name), scene)
  const opening = page.waitForEvent('popup')
  await page.evaluate((url) => {
    window.open(url, '_blank', 'popup,width=420,height=720')
  }, `${sites.login}/popup#${rid}`)
  const popup = await opening
  if (isLoaded) await popup.locator('.approval-buttons').waitFor()
  return { frame, mouse: await sites.context.newCDPSession(popup), page, popup }
}

type Mouse = { type: 'mousePressed' | 'mouseReleased' | 'mouseMoved'; x: number; y: number }
/** The time of an event made now, in seconds. */
const eventTime = () => Date.now() / 1_000
const send = (mouse: CDPSession, given: Mouse, { clickCount = 1, timestamp = eventTime() } = {}) =>
  mouse.send('Input.dispatchMouseEvent', {
    ...given,
    timestamp,
    ...(given.type !== 'mouseMoved' && { button: 'left', clickCount }),
  })
/** Concurrently, and with one time in both events: a delayed test must not hold the button. */
function click(mouse: CDPSession, at: { x: number; y: number }, clickCount = 1) {
  const same = { clickCount, timestamp: eventTime() }
  return Promise.all([
    send(mouse, { type: 'mousePressed', ...at }, same),
    send(mouse, { type: 'mouseReleased', ...at }, same),
  ])
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const games = Object.keys(paths).flatMap((path) =>
  [80, 150, 250].map((everyMs) => [path as keyof typeof paths, everyMs] as const),
)

test('[T21] [T117] approves nothing by 20 s of clicks in a window under the cursor, for any movement of the mouse; its request stays, on a slow computer too', async () => {
  const play = async ([path, everyMs]: (typeof games)[number], { isSlow }: { isSlow: boolean }) => {
    const { frame, mouse, page, popup } = await openWindow({ isLoaded: false })
    // Delays the messages between window and frame by seconds.
    if (isSlow) await mouse.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    let clicks = 0
    for (const until = Date.now() + gameMs; Date.now() < until || clicks < 8; clicks += 1) {
      const { x, y } = paths[path](clicks)
      const at = { x: place.x + x, y: place.y + y }
      // A moving mouse sends events on its way as well.
      if (path !== 'still') await send(mouse, { type: 'mouseMoved', ...at })
      await click(mouse, at)
      await wait(everyMs)
    }
    const decisions = await decisionsOf(frame)
    const hint = await popup.locator('.approval-hint').innerText()
    await page.close()
    return { path, everyMs, decisions, isMany: clicks >= 8, isTold: hint !== '' }
  }
  const results: Awaited<ReturnType<typeof play>>[] = []
  // Windows of one site share a thread: runs a few at a time.
  for (let first = 0; first < games.length; first += atOnce) {
    const some = games.slice(first, first + atOnce)
    results.push(...(await Promise.all(some.map((game) => play(game, { isSlow: first === 0 })))))
  }
  expect(results).toEqual(
    games.map(([path, everyMs]) => ({ path, everyMs, decisions: [], isMany: true, isTold: true })),
  )
})

test.each(['transfer', 'message'] as const)(
  '[T21] [T117] approves nothing by a double click, a mouse held while the window opened, or taps: a %s',
  async (scene) => {
    const { frame, mouse, popup } = await openWindow({ isLoaded: false, scene })
    // Pressed before the window existed; released long after.
    await send(mouse, { type: 'mousePressed', ...place })
    await popup.locator('.approval-approve[data-open="true"]').waitFor()
    await wait(1_500)
    await send(mouse, { type: 'mouseReleased', ...place })
    expect(await decisionsOf(frame)).toEqual([])
    for (const step of [40, 20, 0])
      await send(mouse, { type: 'mouseMoved', x: place.x + step, y: place.y })
    await wait(1_000)
    // A message needs no hold: one click is enough, but not one that focuses the window.
    if (scene === 'message') await focusByPresses(popup)
    await click(mouse, place)
    await click(mouse, place, 2)
    expect(await decisionsOf(frame)).toEqual([])
    await mouse.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    for (let tap = 0; tap < 20; tap++) {
      const timestamp = eventTime()
      await Promise.all([
        mouse.send('Input.dispatchTouchEvent', {
          type: 'touchStart',
          touchPoints: [place],
          timestamp,
        }),
        mouse.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp }),
      ])
      await wait(tap % 2 === 0 ? 80 : 700)
    }
    expect(await decisionsOf(frame)).toEqual([])
  },
)

const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
/** Presses Enter after each interval, by the time in the events: a delay of the test must not hold the key. */
async function pressEnter(keyboard: CDPSession, intervals: readonly number[]) {
  let at = Date.now()
  for (const interval of intervals) {
    at += interval
    await wait(at - Date.now())
    for (const type of ['keyDown', 'keyUp'] as const)
      await keyboard.send('Input.dispatchKeyEvent', { type, timestamp: at / 1_000, ...enter })
  }
}

test('[T22] [T117] approves nothing by pressing Enter repeatedly, or holding it while the window opens; approves when Enter is held after Tab', async () => {
  const { frame, mouse: keyboard, popup } = await openWindow({ isLoaded: false })
  await popup.keyboard.down('Enter')
  await popup.locator('.approval-approve[data-open="true"]').waitFor()
  for (let turn = 0; turn < 20; turn++) await popup.keyboard.down('Enter')
  await popup.keyboard.up('Enter')
  const button = popup.locator('.approval-approve button')
  for (let turn = 0; await button.evaluate((one) => one !== document.activeElement); turn++) {
    expect(turn).toBeLessThan(12)
    await popup.keyboard.press('Tab')
  }
  await pressEnter(
    keyboard,
    [80, 150, 250].flatMap((everyMs) => Array.from({ length: 12 }, () => everyMs)),
  )
  expect(await decisionsOf(frame)).toEqual([])
  await wait(600)
  const area = popup.locator('.approval-approve')
  const closed = popup.locator('.approval-approve[data-open="false"]')
  const letGo = popup.getByText('Let go')
  // A press that a busy page notices late is refused, and made again.
  do {
    await popup.keyboard.up('Enter')
    await popup.locator('.approval-approve[data-open="true"]').waitFor()
    await popup.keyboard.down('Enter')
    await letGo.or(closed).first().waitFor()
  } while (!(await letGo.isVisible()))
  expect(await area.getAttribute('data-holding')).toBe('true')
  await popup.keyboard.up('Enter')
  await expect.poll(() => decisionsOf(frame)).toEqual(['approve'])
})
