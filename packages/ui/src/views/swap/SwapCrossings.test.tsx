import { openSwap } from '@foyer/core'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, makeModal } from '../../makeModal.test.kit.ts'
import {
  baseDollar,
  dollar,
  ether,
  type TestSwaps,
  testSwapFoyer,
  testSwaps,
} from './testSwaps.test.kit.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })

async function openView(swaps: TestSwaps, locale?: string) {
  const foyer = await testSwapFoyer(swaps)
  const modal = makeModal(foyer, locale === undefined ? {} : { locale })
  await modal.open('Swap')
  return { foyer, modal, swap: openSwap(foyer) }
}

/** Sends half a coin to the other network. */
async function sendAcross(swaps: TestSwaps) {
  onTestFinished(swaps.stop)
  const opened = await openView(swaps)
  opened.swap.change({ from: ether, to: baseDollar, amount: '0.5' })
  await button('Review swap').click()
  await expect.element(page.getByText('You pay on Ethereum')).toBeVisible()
  await expect.element(page.getByText('You receive on Base')).toBeVisible()
  await expect.element(page.getByText('about 4 min')).toBeVisible()
  await expectAccessible(opened.modal)
  await button('Swap').click()
  return opened
}
const received = {
  ...{ hash: `0x${'cc'.repeat(32)}`, token: baseDollar.address, amount: '1490000000' },
  checkedBy: 'chain',
} as const

test('[2.11] the token that is received can be on another network, which the form and the review name', async () => {
  const swaps = testSwaps()
  onTestFinished(swaps.stop)
  const { modal } = await openView(swaps)
  await button(/^Token you receive/).click()
  const networks = page.getByLabelText('Network')
  await networks.selectOptions('Base')
  await page.getByRole('listitem').getByRole('button', { name: /USDC/ }).click()
  await expect.element(page.getByText('You receive on Base')).toBeVisible()
  // Nothing can be paid there.
  await expect.element(button('Exchange the two tokens')).toBeDisabled()
  await button(/^Token you pay/).click()
  await expect.element(page.getByRole('searchbox')).toBeVisible()
  expect(networks.elements()).toEqual([])
  await expectAccessible(modal)
})

test('[2.11] a swap across networks is followed until the tokens are there, also after a reload', async () => {
  const swaps = testSwaps()
  const first = await sendAcross(swaps)
  await expect.element(page.getByText('On its way')).toBeVisible()
  await expect
    .element(
      page.getByText(/0.5 ETH left Ethereum. You should receive 1,485 USDC on Base in about 4 min/),
    )
    .toBeVisible()
  await expectAccessible(first.modal)
  await first.modal.close()
  first.modal.destroy()
  // A new page, with what the old one has stored.
  const again = await openView(swaps)
  await expect.element(page.getByText('On its way')).toBeVisible()
  swaps.crossing = { status: 'received', received }
  const arrived = page.getByText('1,490 USDC arrived on Base.')
  // Asks at once when the user comes back, instead of after the pause.
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('focus'))
      return arrived.elements().length
    })
    .toBe(1)
  await expectAccessible(again.modal)
  await button('Dismiss').click()
  await expect.element(arrived).not.toBeInTheDocument()
  expect([...swaps.stored.values()].join()).not.toContain(received.hash)
})

test.each([
  [
    'what the chain does not show is the word of the source',
    { status: 'received', received: { ...received, checkedBy: 'source' } },
    /^Uniswap V2 says that it paid on Base/,
  ],
  [
    'a failure is the word of the source',
    { status: 'failed' },
    /^Uniswap V2 says that the transfer failed/,
  ],
  [
    'what comes back is named with its amount',
    {
      status: 'refunded',
      received: { ...received, token: ether.address, amount: '400000000000000000' },
    },
    /sent 0.4 ETH back to you/,
  ],
  [
    'another token is named by its address',
    {
      status: 'partial',
      received: { ...received, token: dollar.address.replace(':1:', ':8453:') },
    },
    /another token on Base instead: 0xA0b8/,
  ],
] as const)('[2.11] %s', async (_, crossing, text) => {
  const swaps = testSwaps()
  swaps.crossing = crossing
  const { modal } = await sendAcross(swaps)
  await expect.element(page.getByText(text)).toBeVisible()
  await expectAccessible(modal)
  // Its end was seen: the next swap begins without it.
  await button('New swap').click()
  await expect.element(page.getByText(text)).not.toBeInTheDocument()
  expect([...swaps.stored.keys()].join()).not.toContain('crossings')
})
