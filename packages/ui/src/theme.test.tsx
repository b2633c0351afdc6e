import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { emulateMedia } from './emulateMedia.test.kit.ts'
import { inside, makeModal, plainFoyer, untilStill } from './makeModal.test.kit.ts'
import { openUnderPolicy } from './openUnderPolicy.test.kit.ts'
import { testConnector } from './testConnector.test.kit.ts'

const connectors = [testConnector(1)]
const colours = (of: Element) => {
  const { backgroundColor, color } = getComputedStyle(of)
  return { backgroundColor, color }
}
const light = { backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(28, 26, 23)' }
const dark = { backgroundColor: 'rgb(23, 22, 20)', color: 'rgb(244, 241, 236)' }

function pageStyle(css: string) {
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = css
  onTestFinished(() => style.remove())
}

test('uses themeMode, else the color scheme of the system', async () => {
  const modal = makeModal(plainFoyer({ connectors, themeMode: 'dark' }))
  await modal.open()
  const card = inside(modal, '.card')
  expect(colours(card)).toEqual(dark)
  modal.setThemeMode('light')
  expect(colours(card)).toEqual(light)
  modal.setThemeMode(undefined)
  for (const [value, expected] of [
    ['dark', dark],
    ['light', light],
  ] as const) {
    await emulateMedia('prefers-color-scheme', value)
    expect(colours(card)).toEqual(expected)
  }
})

test('a site sets tokens on :root, on the element, and by themeVariables, which win over :root', async () => {
  pageStyle(
    ':root { --foyer-color-card: rgb(1, 2, 3); --foyer-color-text: rgb(4, 5, 6) } foyer-modal { --foyer-color-line: rgb(7, 8, 9) }',
  )
  const modal = makeModal(
    plainFoyer({ connectors, themeVariables: { 'color-text': 'rgb(10, 11, 12)' } }),
  )
  await modal.open()
  const card = inside(modal, '.card')
  expect(colours(card)).toEqual({
    backgroundColor: 'rgb(1, 2, 3)',
    color: 'rgb(10, 11, 12)',
  })
  expect(getComputedStyle(card).getPropertyValue('--_color-line')).toBe('rgb(7, 8, 9)')
  modal.setThemeVariables({})
  expect(colours(card).color).toBe('rgb(4, 5, 6)')
})

test('a value cannot close its rule and begin another one', async () => {
  const modal = makeModal(
    plainFoyer({
      connectors,
      themeVariables: { 'color-accent': 'red} .card{display:none' },
    }),
  )
  await modal.open()
  await expect.element(page.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
  expect(modal.theme.sheet.cssRules).toHaveLength(1)
})

test.each([
  ['#0f766e', 'light'],
  ['#fde047', 'light'],
  ['#1d4ed8', 'dark'],
  ['#ffffff', 'dark'],
  ['#000000', 'light'],
  ['#ef4444', 'light'],
  ['#8b5cf6', 'dark'],
] as const)('text on an accent of %s has a contrast of 4.5:1', async (accent, mode) => {
  const modal = makeModal(
    plainFoyer({ themeMode: mode, themeVariables: { 'color-accent': accent } }),
  )
  await modal.open()
  await expect.element(page.getByRole('button', { name: 'Get a wallet' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Get a wallet' }).element()
  expect(contrast(button)).toBeGreaterThanOrEqual(4.5)
  await userEvent.hover(button)
  await untilStill(button)
  expect(contrast(button)).toBeGreaterThanOrEqual(4.5)
})

test('isolates fonts, spacing, direction, display and colours from the page', async () => {
  pageStyle(`
    html { font-size: 62.5%; letter-spacing: 9px; direction: ltr; line-height: 3; text-transform: uppercase }
    *, foyer-modal { letter-spacing: 9px; color: red; font-family: fantasy; visibility: hidden; opacity: 0.5 }
    body > * { display: none; pointer-events: none }
    dialog, button, h1 { border: 9px solid red !important; color: red !important }
  `)
  const modal = makeModal(plainFoyer({ connectors, themeMode: 'light' }))
  await modal.open()
  const title = inside(modal, 'h1')
  const { fontFamily, fontSize, letterSpacing, pointerEvents, textTransform, visibility } =
    getComputedStyle(title)
  expect({ fontSize, letterSpacing, pointerEvents, textTransform, visibility }).toEqual({
    fontSize: '16px',
    letterSpacing: 'normal',
    pointerEvents: 'auto',
    textTransform: 'none',
    visibility: 'visible',
  })
  expect(fontFamily).toMatch(/^system-ui/)
  expect(colours(title).color).toBe(light.color)
  expect(getComputedStyle(inside(modal, '.row')).borderTopWidth).toBe('0px')
  await expect.element(page.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
  expect(getComputedStyle(modal.element).opacity).toBe('1')
})

test("works under a policy of style-src 'none'", async () => {
  const { modal, probe, violations } = await openUnderPolicy()
  expect({ violations, ...modal }).toEqual({ violations: [], width: '360px', rows: 1 })
  expect(probe).toBe('style-src-attr inline')
})

/** @source WCAG 2.2 1.4.3 */
function contrast(element: Element): number {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const luminance = (colour: string) => {
    if (!canvas) return 0
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const { backgroundColor, color } = colours(element)
  const [a = 0, b = 0] = [luminance(backgroundColor), luminance(color)].sort((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}
