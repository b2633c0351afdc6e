import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { inside, makeModal, plainFoyer, untilStill } from '../../makeModal.test.kit.ts'
import {
  drawAt,
  pairingOptions,
  scan,
  type TestPairing,
  testPairing,
} from './testPairing.test.kit.ts'

beforeEach(() => page.viewport(800, 800))

async function shown(setUp: (modal: ReturnType<typeof makeModal>) => void) {
  const pairing = testPairing()
  const modal = makeModal(plainFoyer(pairingOptions(pairing)))
  setUp(modal)
  await modal.open('ConnectingWalletConnectBasic')
  await expect.element(page.getByRole('img', { name: 'Code to scan with a wallet' })).toBeVisible()
  const card = inside(modal, '.card')
  await untilStill(card)
  return { pairing, code: inside(modal, '.qr') }
}

/** A camera looks until it has read: one picture may show a page that is still drawn. */
async function expectReadable(code: Element, pairing: TestPairing): Promise<void> {
  await expect.poll(async () => (await scan(code)).text).toBe(pairing.last().uri)
}

test.each([
  ['light', 1],
  ['light', 2],
  ['dark', 1],
  ['dark', 2],
] as const)(
  '[2.6] a camera reads the URI off the screen: %s, %i device pixels a px',
  async (theme, scale) => {
    await drawAt(scale)
    const { code, pairing } = await shown((modal) => modal.setThemeMode(theme))
    expect((await scan(code)).width).toBe(320 * scale)
    await expectReadable(code, pairing)
  },
)

test("a site's colours cannot make it unreadable", async () => {
  const { code, pairing } = await shown((modal) =>
    modal.setThemeVariables({
      'color-text': '#fffbe0',
      'color-accent': '#fde047',
      'color-card': '#f7f2d0',
    }),
  )
  await expectReadable(code, pairing)
})

test('is readable on the smallest phone, and under a logo that is one dark square', async () => {
  await page.viewport(320, 640)
  const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0"/></svg>')}`
  const pairing = testPairing()
  const modal = makeModal(
    plainFoyer({
      ...pairingOptions(pairing),
      metadata: { name: 'Site', description: '', url: location.origin, icons: [icon] },
    }),
  )
  await modal.open('ConnectingWalletConnectBasic')
  await expect.poll(() => inside<HTMLImageElement>(modal, '.qr img').complete).toBe(true)
  await expectReadable(inside(modal, '.qr'), pairing)
})
