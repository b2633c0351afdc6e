import { expect, test } from 'vitest'
import { card, connectButton, evmOnly, walletRow } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { newUser, world } = testWorld()

test.each([
  ['light', 'rgb(255, 255, 255)', 'rgb(28, 26, 23)'],
  ['dark', 'rgb(23, 22, 20)', 'rgb(244, 241, 236)'],
] as const)(
  '[9.12] in a production build under style-src none the card has its width, radius and %s colours',
  async (colorScheme, background, colour) => {
    const user = await newUser({ colorScheme })
    const page = await user.open(evmOnly(`${world().site.url}/plain.html`))
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
