import type { Frame, Page } from 'playwright'
import { type ApprovalSites, showScene } from './approvalSites.test.kit.ts'

/** A page of the dapp with the frame in it. */
export type Opened = { page: Page; frame: Frame }

/** ms after which an honest click counts. */
export const honestMs = 1_200

/** Tries each case on one of a few pages, several concurrently. */
export async function tryEach<one, result>(
  sites: ApprovalSites,
  cases: readonly one[],
  run: (one: one, opened: Opened) => Promise<result>,
): Promise<Map<one, result>> {
  const results = new Map<one, result>()
  const left = [...cases]
  await Promise.all(
    Array.from({ length: Math.min(3, left.length) }, async () => {
      const opened = await sites.open()
      for (let one = left.shift(); one !== undefined; one = left.shift())
        results.set(one, await run(one, opened))
      await opened.page.close()
    }),
  )
  return results
}

/** The middle of the button that approves, in the page. */
export async function approveAt(target: Frame | Page): Promise<{ x: number; y: number }> {
  const box = await target.locator('.approval-approve').boundingBox()
  if (!box) throw new Error('The button is not there.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Moves the mouse as a user does, waits, and presses the button. */
export async function visitAndClick(
  { page, target }: { page: Page; target: Frame | Page },
  {
    before,
    hold = 0,
    isOpen = false,
    waitMs = honestMs,
  }: {
    before?: () => Promise<unknown>
    hold?: number
    /** Waits as well until the button can be pressed: a busy machine is slow. */
    isOpen?: boolean
    waitMs?: number
  } = {},
): Promise<void> {
  const { x, y } = await approveAt(target)
  for (const step of [60, 40, 20, 0]) await page.mouse.move(x + step, y - step)
  await page.waitForTimeout(waitMs)
  if (isOpen) await target.locator('.approval-approve[data-open="true"]').waitFor()
  await before?.()
  // At once: what is released late would count as held.
  if (hold === 0) await Promise.all([page.mouse.down(), page.mouse.up()])
  else {
    await page.mouse.down()
    await page.waitForTimeout(hold)
    await page.mouse.up()
  }
  await page.waitForTimeout(50)
}

/** From now on each press focuses the window first, as one in a window behind others does. @returns A function that ends it. */
export async function focusByPresses(popup: Page): Promise<() => Promise<void>> {
  const focuser = await popup.evaluateHandle(() => {
    const focus = () => dispatchEvent(new Event('focus'))
    addEventListener('pointerdown', focus, true)
    return { end: () => removeEventListener('pointerdown', focus, true) }
  })
  return () => focuser.evaluate(({ end }) => end())
}

export const decisionsOf = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => window.harness.decisions.map(({ decision }) => decision))

/** Shows a plain message, and tries to approve it with something done to the page. */
export async function attack(
  { frame, page }: Opened,
  {
    before,
    css = '',
    html = '',
    isOpen = false,
  }: { css?: string; html?: string; isOpen?: boolean; before?: () => Promise<unknown> },
): Promise<string[]> {
  await showScene(frame, 'message')
  await page.evaluate(
    ([style, markup]) => {
      const dialog = document.querySelector('dialog')
      if (dialog) dialog.style.cssText = style
      document.querySelector('#attack')?.remove()
      const box = document.createElement('div')
      box.id = 'attack'
      box.append(...new DOMParser().parseFromString(markup, 'text/html').body.childNodes)
      document.body.append(box)
      for (const one of box.querySelectorAll<HTMLElement>('[popover]')) one.showPopover()
      // Until it is drawn: on a busy machine a press could be earlier.
      return new Promise<void>((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(() => drawn()))
      })
    },
    [css, html] as const,
  )
  await visitAndClick({ page, target: frame }, { isOpen, ...(before && { before }) })
  const decisions = await decisionsOf(frame)
  await page.evaluate(() => {
    document.querySelector('#attack')?.remove()
    document.querySelector('dialog')?.removeAttribute('style')
  })
  return decisions
}
