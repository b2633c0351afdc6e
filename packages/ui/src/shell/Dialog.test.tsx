import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { createModal } from '../createModal.ts'
import { emulateMedia } from '../emulateMedia.test.kit.ts'
import {
  expectAccessible,
  inside,
  makeModal,
  plainFoyer,
  untilStill,
} from '../makeModal.test.kit.ts'
import { testConnector } from '../testConnector.test.kit.ts'

const connectors = [testConnector(1), testConnector(2), testConnector(3)]

/** An open modal over a scrollable page, opened from a button of the page. */
async function open(options: createModal.Options = {}) {
  const site = document.createElement('div')
  site.innerHTML = '<button>Open</button><p></p>'
  ;(site.lastChild as HTMLElement).style.height = '3000px'
  document.body.append(site)
  onTestFinished(() => {
    site.remove()
    scrollTo(0, 0)
  })
  const modal = makeModal(plainFoyer({ connectors }), options)
  const opener = site.firstChild as HTMLButtonElement
  opener.focus()
  await modal.open()
  const { activeElement } = modal.element.shadowRoot as ShadowRoot
  return { modal, opener, activeElement, focused: () => modal.element.shadowRoot?.activeElement }
}
const dialog = page.getByRole('dialog')

beforeEach(() => page.viewport(800, 800))

test.each([false, true])(
  'is a labelled dialog with the focus on its heading, zIndexMode %s',
  async (zIndexMode) => {
    const { focused, modal } = await open({ zIndexMode })
    await expect.element(page.getByRole('dialog', { name: 'Connect wallet' })).toBeVisible()
    expect(focused()).toBe(inside(modal, 'h1'))
    expect(inside(modal, 'dialog').matches(':modal')).toBe(!zIndexMode)
    await expectAccessible(modal)
  },
)

test.each([false, true])(
  'Escape closes, and the focus returns to the opener, zIndexMode %s',
  async (zIndexMode) => {
    const { modal, opener } = await open({ zIndexMode })
    await page.getByRole('button', { name: 'What is a wallet?' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => modal.store.get().open).toBe(false)
    await expect.poll(() => document.activeElement).toBe(opener)
  },
)

test.each([false, true])(
  'a press on the backdrop closes, one on the card does not, zIndexMode %s',
  async (zIndexMode) => {
    const { modal } = await open({ zIndexMode })
    await page.getByRole('heading', { name: 'Connect wallet' }).click()
    expect(modal.store.get().open).toBe(true)
    await userEvent.click(dialog, { position: { x: 4, y: 4 } })
    await expect.poll(() => modal.store.get().open).toBe(false)
  },
)

test('a press that begins on the card and ends on the backdrop does not close', async () => {
  const { modal } = await open()
  const press = (type: string, target: Element) =>
    target.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true }))
  press('pointerdown', inside(modal, 'h1'))
  press('click', inside(modal, 'dialog'))
  expect(modal.store.get().open).toBe(true)
})

test.each([false, true])('Tab stays inside, zIndexMode %s', async (zIndexMode) => {
  const { focused, modal } = await open({ zIndexMode })
  const seen = new Set<Element>()
  for (let step = 0; step < 12; step++) {
    await userEvent.tab()
    const element = focused()
    if (element) seen.add(element)
  }
  expect(seen.size).toBe(5)
  if (!zIndexMode) return
  inside<HTMLElement>(modal, '.header button').focus()
  await userEvent.tab({ shift: true })
  expect(focused()?.textContent).toBe('What is a wallet?')
})

test('the focus goes to the heading of each new view', async () => {
  const { focused, modal } = await open()
  await page.getByRole('button', { name: 'What is a wallet?' }).click()
  await expect.element(page.getByRole('heading', { name: 'What is a wallet?' })).toBeVisible()
  expect(focused()).toBe(inside(modal, 'h1'))
  await page.getByRole('button', { name: 'Back' }).click()
  expect(focused()).toBe(inside(modal, 'h1'))
  await expect.element(page.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
})

test('the page behind does not scroll on opening, by wheel or by keys', async () => {
  scrollTo(0, 120)
  const { modal } = await open()
  scrollTo(0, 120)
  modal.close()
  await modal.open()
  expect(scrollY).toBe(120)
  const wheel = (target: Element) =>
    target.dispatchEvent(
      new WheelEvent('wheel', { deltaY: 300, bubbles: true, composed: true, cancelable: true }),
    )
  expect(wheel(inside(modal, 'h1'))).toBe(false)
  expect(wheel(inside(modal, 'dialog'))).toBe(false)
  await userEvent.keyboard('{PageDown}{End}{ArrowDown} ')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(scrollY).toBe(120)
})

test('a refused action shakes the card for half a second', async () => {
  await emulateMedia('prefers-reduced-motion', 'no-preference')
  const modal = makeModal(plainFoyer({ connectors, features: { legalCheckbox: true } }))
  await modal.open()
  const card = inside<HTMLElement>(modal, '.card')
  // The click may return when the card is still again.
  const shaking = new Promise<Animation | undefined>((resolve) =>
    card.addEventListener('animationstart', ({ animationName }) => {
      const all = card.getAnimations() as CSSAnimation[]
      if (animationName === 'shake') resolve(all.find((one) => one.animationName === 'shake'))
    }),
  )
  await page.getByRole('button', { name: /Marigold/ }).click()
  expect((await shaking)?.effect?.getComputedTiming().duration).toBe(500)
  await expect.poll(() => card.getAttribute('data-shake')).toBe('false')
})

test('[9.12] is 360 px wide, with a base of 10 px, a radius of 4 px and z-index 999', async () => {
  const { modal } = await open({ zIndexMode: true })
  const card = getComputedStyle(inside(modal, '.card'))
  expect(card.width).toBe('360px')
  expect(card.borderRadius).toBe('20px')
  expect(getComputedStyle(inside(modal, 'h1')).fontSize).toBe('16px')
  expect(getComputedStyle(inside(modal, '.badge')).fontSize).toBe('12px')
  expect(getComputedStyle(inside(modal, 'dialog')).zIndex).toBe('999')
  modal.setThemeVariables({
    width: '400px',
    'font-size-master': '12px',
    'border-radius-master': '2px',
    'z-index': 5,
  })
  expect(card.width).toBe('400px')
  expect(card.borderRadius).toBe('10px')
  expect(getComputedStyle(inside(modal, '.badge')).fontSize).toBe('14.4px')
  expect(getComputedStyle(inside(modal, 'dialog')).zIndex).toBe('5')
})

test('[9.13] title 120 ms, height 150 ms, view 150 ms; nothing moves under reduced motion', async () => {
  await emulateMedia('prefers-reduced-motion', 'no-preference')
  const { modal } = await open()
  modal.router.push('WhatIsAWallet')
  await new Promise(requestAnimationFrame)
  const duration = (selector: string) => getComputedStyle(inside(modal, selector)).animationDuration
  expect(duration('.title-in')).toBe('0.12s')
  expect(duration('.title-out')).toBe('0.12s')
  expect(duration('.view')).toBe('0.15s')
  await expect.poll(() => inside(modal, 'h1').textContent).toBe('What is a wallet?')
  const body = getComputedStyle(inside(modal, '.body'))
  expect([body.transitionProperty, body.transitionDuration]).toEqual(['block-size', '0.15s'])

  await emulateMedia('prefers-reduced-motion', 'reduce')
  await page.getByRole('button', { name: 'Back' }).click()
  expect(getComputedStyle(inside(modal, '.view')).animationName).toBe('none')
  expect(body.transitionProperty === 'none' || body.transitionDuration === '0s').toBe(true)
  expect(modal.element.shadowRoot?.getAnimations()).toEqual([])
})

test('the height follows the view', async () => {
  const { modal } = await open()
  const height = () => Math.round(inside(modal, '.body').getBoundingClientRect().height)
  const content = () => inside(modal, '.scroll').clientHeight
  await expect.poll(() => height() === content() && height() > 100).toBe(true)
  const before = height()
  await page.getByRole('button', { name: 'What is a wallet?' }).click()
  await expect.poll(() => height() === content() && height() !== before).toBe(true)
})

test('on a phone it is a bottom sheet that closes by dragging', async () => {
  await page.viewport(390, 780)
  const { modal } = await open()
  const card = inside<HTMLElement>(modal, '.card')
  await untilStill(card)
  const box = card.getBoundingClientRect()
  expect([box.left, box.width, box.bottom]).toEqual([0, 390, 780])
  const pull = (type: string, y: number) =>
    inside(modal, '.title').dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        composed: true,
        pointerType: 'touch',
        pointerId: 1,
        clientY: y,
      }),
    )
  // Only real pointers can be captured, not those of a test.
  card.setPointerCapture = () => {}
  // The code of dragging loads after the sheet.
  await expect
    .poll(() => {
      pull('pointerdown', 400)
      pull('pointermove', 430)
      return card.style.translate
    })
    .toBe('0px 30px')
  pull('pointermove', 410)
  pull('pointerup', 410)
  expect(modal.store.get().open).toBe(true)
  pull('pointerdown', 400)
  pull('pointermove', 520)
  pull('pointerup', 520)
  expect(modal.store.get().open).toBe(false)
})

test('every control has a target of 44 px', async () => {
  const { modal } = await open()
  for (const view of ['Connect', 'WhatIsAWallet', 'AllWallets'] as const) {
    await modal.open(view)
    const small = [...inside(modal, '.card').querySelectorAll('button, input')].filter(
      (control) => {
        const { offsetHeight, offsetWidth } = control as HTMLElement
        return offsetHeight < 44 || offsetWidth < 44
      },
    )
    expect(small.map(({ outerHTML }) => outerHTML)).toEqual([])
  }
})

test('a view that is opened right after the first render stays: the effects of that render do not replace it', async () => {
  const modal = makeModal(plainFoyer())
  const root = modal.element.shadowRoot as ShadowRoot
  // After the commit, before its effects.
  const rendered = new Promise<void>((resolve) => {
    const watch = new MutationObserver(() => {
      if (!root.querySelector('dialog')) return
      watch.disconnect()
      void modal.open('Networks')
      resolve()
    })
    watch.observe(root, { childList: true, subtree: true })
    onTestFinished(() => watch.disconnect())
  })
  void modal.prefetch()
  await rendered
  await expect.element(page.getByRole('heading', { name: 'Choose a network' })).toBeVisible()
})
