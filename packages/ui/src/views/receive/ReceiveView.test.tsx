import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, inside, makeModal, recordText } from '../../makeModal.test.kit.ts'
import { address } from '../../testFoyer.test.kit.ts'
import { sendingFoyer, tokenContract } from '../send/testSend.test.kit.ts'
import type { ReceiveData } from './receiveData.ts'

async function openReceive(data?: ReceiveData, options: Parameters<typeof makeModal>[1] = {}) {
  const kit = await sendingFoyer()
  const modal = makeModal(kit.foyer, options)
  await modal.open('Receive', data)
  return { ...kit, modal }
}
/** The drawing of a code, once it is there. */
async function drawn(modal: Parameters<typeof inside>[0]): Promise<string> {
  await expect.element(page.getByRole('img')).toBeVisible()
  return inside(modal, '.qr svg').innerHTML
}

test('[1.9] shows the address as a code and as text, names the network, and copies', async () => {
  const { modal } = await openReceive()
  await expect.element(page.getByText(address)).toBeVisible()
  await expect
    .element(page.getByRole('img', { name: 'Code with your address on Ethereum' }))
    .toBeVisible()
  await expect
    .element(page.getByText(/^Send only tokens on Ethereum to this address/))
    .toBeVisible()
  await expectAccessible(modal)
  const isCopied = recordText(modal, 'Copied')
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect.poll(isCopied).toBe(true)
})

test('a request names its amount, and has another code than the address', async () => {
  const { modal } = await openReceive({ amount: 25n * 10n ** 16n })
  await expect.element(page.getByText('Scan this code to pay 0.25 ETH on Ethereum.')).toBeVisible()
  const request = await drawn(modal)
  await modal.open('Receive', { amount: 12_500_000n, token: tokenContract })
  await expect.element(page.getByText('Scan this code to pay 12.5 USDC on Ethereum.')).toBeVisible()
  await modal.open('Receive', undefined)
  await expect.element(page.getByText(/^Scan this code to send/)).toBeVisible()
  await expect.poll(() => inside(modal, '.qr svg').innerHTML).not.toBe(request)
})

test.each([
  { amount: 0n },
  { amount: 1n, token: '0x1' },
  { amount: 1n, token: `0x${'9'.repeat(40)}` },
])('error: a request that is not valid shows the address alone (%#)', async (data) => {
  await openReceive(data)
  await expect.element(page.getByText(/^This request is not valid/)).toBeVisible()
  await expect.element(page.getByText(/^Scan this code to send/)).toBeVisible()
})

test('shares where the browser can; closing the sheet is no failure', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')))
  const before = Object.getOwnPropertyDescriptor(navigator, 'share')
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'share', before)
    else Reflect.deleteProperty(navigator, 'share')
  })
  await openReceive()
  await page.getByRole('button', { name: 'Share' }).click()
  expect(share).toHaveBeenCalledWith({ text: address })
  expect(page.getByText('It could not be shared.').elements()).toEqual([])
})

test('is in Arabic, whose texts load with the view', async () => {
  const { modal } = await openReceive(undefined, { locale: 'ar' })
  await expect.element(page.getByRole('button', { name: 'نسخ العنوان' })).toBeVisible()
  await expectAccessible(modal)
})
