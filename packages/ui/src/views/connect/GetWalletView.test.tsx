import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, makeDirectory, makeModal, plainFoyer } from '../../makeModal.test.kit.ts'
import { testWallet } from '../../testDirectory.test.kit.ts'

const links = () =>
  (page.getByRole('link').elements() as HTMLAnchorElement[]).map(({ href }) => href)

beforeEach(() => page.viewport(800, 800))

test('suggests a few wallets, each with the store of this browser', async () => {
  const directory = makeDirectory(30)
  const modal = makeModal(plainFoyer({ apiUrl: directory.url }))
  await modal.open('GetWallet')
  await expect.poll(links).toEqual([0, 1, 2, 3].map((index) => `https://chrome.example/${index}`))
  await expect.element(page.getByRole('link', { name: 'Marigold Get' })).toBeVisible()
  await expectAccessible(modal)
})

test("lists a wallet's store for this browser first, then every other link", async () => {
  const modal = makeModal(plainFoyer())
  const wallet = testWallet(4, { webapp_link: 'https://app.example/' })
  await modal.open('GetWallet', { wallet })
  await expect.element(page.getByText(/Quill is not installed here/)).toBeVisible()
  expect(links()).toEqual([
    'https://chrome.example/4',
    'https://app.example/',
    'https://wallet-4.example/',
    'https://apps.example/4',
    'https://play.example/4',
  ])
  await expectAccessible(modal)
})

test('a hostile directory yields no link', async () => {
  const modal = makeModal(plainFoyer())
  await modal.open('GetWallet', {
    wallet: testWallet(4, {
      homepage: 'javascript:alert(1)',
      chrome_store: 'javascript:alert(1)',
      app_store: null,
      play_store: null,
    }),
  })
  await expect.element(page.getByText(/Quill is not installed here/)).toBeVisible()
  expect(links()).toEqual([])
})

test('shows a message if no wallet is listed', async () => {
  const modal = makeModal(plainFoyer())
  await modal.open('GetWallet')
  await expect.element(page.getByText('No wallets are listed for this site.')).toBeVisible()
  await expectAccessible(modal)
})
