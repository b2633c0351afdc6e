import { expect, test } from 'vitest'
import { testWorld } from './testWorld.ts'
import { card, connectButton, evmOnly, walletRow } from './visitor.ts'

const { newVisitor, world } = testWorld()

test.each([
  ['light', 'rgb(255, 255, 255)', 'rgb(28, 26, 23)'],
  ['dark', 'rgb(23, 22, 20)', 'rgb(244, 241, 236)'],
] as const)(
  '[9.12] built for production and under style-src none the card has its width, radius and %s colours',
  async (colorScheme, background, colour) => {
    const visitor = await newVisitor({ colorScheme })
    const page = await visitor.open(evmOnly(`${world().site.url}/plain.html`))
    await connectButton(page).click()
    await walletRow(page).waitFor()
    const looks = await card(page)
      .locator('.card')
      .evaluate((element) => {
        const { backgroundColor, borderRadius, color, width } = getComputedStyle(element)
        return { backgroundColor, borderRadius, color, width }
      })
    expect(looks).toEqual({
      backgroundColor: background,
      borderRadius: '20px',
      color: colour,
      width: '360px',
    })
  },
)
