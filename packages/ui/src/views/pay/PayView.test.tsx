import { type Options, openPayment, type PaymentRequest } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectAlert, makeModal } from '../../makeModal.test.kit.ts'
import { requestPayment } from '../../requestPayment.ts'
import { address, open } from '../../testFoyer.test.kit.ts'
import {
  bob,
  decline,
  fakeBob,
  never,
  sendingFoyer,
  tokenContract,
} from '../send/testSend.test.kit.ts'

const requestOf = (more: Partial<PaymentRequest> = {}): PaymentRequest => ({
  id: crypto.randomUUID().replaceAll('-', ''),
  asset: `eip155:1/erc20:${tokenContract}`,
  amount: 12_500_000n,
  to: bob,
  expiresAt: Math.ceil(Date.now() / 1000) * 1000 + 600_000,
  note: 'Two coffees',
  ...more,
})
type Kit = NonNullable<Parameters<typeof sendingFoyer>[0]>

async function opened(
  more: Partial<PaymentRequest> = {},
  {
    modal: modalOptions,
    options,
    ...kit
  }: Kit & { modal?: Parameters<typeof makeModal>[1]; options?: Partial<Options> } = {},
) {
  const made = await sendingFoyer({ ...kit, options: { features: { pay: true }, ...options } })
  const modal = makeModal(made.foyer, modalOptions)
  const request = requestOf(more)
  const receipt = requestPayment(modal, { request })
  receipt.catch(() => {})
  return { ...made, modal, receipt, request }
}
const payButton = () => page.getByRole('button', { name: 'Pay 12.5 USDC' })

test('[2.13] shows the terms, which can not be edited, and gives the receipt to the site', async () => {
  const { chain, modal, receipt, request } = await opened()
  await expect.element(page.getByText(bob)).toBeVisible()
  await expect.element(page.getByText('Two coffees')).toBeVisible()
  await expect.element(page.getByRole('timer')).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
  await expectAccessible(modal)
  await payButton().click()
  await expect.element(page.getByText('Paid', { exact: true })).toBeVisible()
  expect(chain.sent).toMatchObject([{ amount: 12_500_000n, to: bob, token: tokenContract }])
  expect(await receipt).toMatchObject({
    id: request.id,
    asset: request.asset,
    amount: 12_500_000n,
    from: address,
    to: bob,
  })
  await expectAccessible(modal)
})

test('closing before paying rejects the promise of the site', async () => {
  const { modal, receipt } = await opened()
  await expect.element(payButton()).toBeVisible()
  modal.close()
  await expect(receipt).rejects.toMatchObject({ code: 'user-rejected' })
})

test('closing while the wallet asks keeps the promise', async () => {
  const asked = open()
  const send = vi.fn(() => asked.promise.then(() => `0x${'1'.repeat(64)}`))
  const { modal, receipt } = await opened({}, { chain: { send } })
  await payButton().click()
  await expect.element(page.getByText('Approve in your wallet')).toBeVisible()
  await expect.poll(() => send.mock.calls.length).toBe(1)
  modal.close()
  asked.resolve()
  expect(await receipt).toMatchObject({ hash: `0x${'1'.repeat(64)}` })
})

test.each([
  ['expired', { expiresAt: 1_000_000 }, 'This request has expired. Ask for a new one.'],
  ['too little', { amount: 10n ** 12n }, 'You have 250.5 USDC.'],
  ['own account', { to: address }, 'This request asks to pay your own account.'],
  ['not valid', { to: '0x12' }, 'This request is not valid: nobody can pay it.'],
  [
    'unknown network',
    { asset: 'eip155:10/slip44:60' },
    'This site does not offer the network of this request.',
  ],
] as const)('error: %s; there is no button to pay', async (_, more, text) => {
  const { modal } = await opened(more)
  await expect.element(page.getByText(text)).toBeVisible()
  expect(page.getByRole('button', { name: /^Pay / }).elements()).toEqual([])
  await expectAccessible(modal)
})

test('a payment that the chain refuses is told before the wallet is asked', async () => {
  const { chain } = await opened(
    {},
    { chain: { estimate: () => Promise.reject(new FoyerError('transaction-rejected')) } },
  )
  await expect.element(page.getByText('This payment would fail.')).toBeVisible()
  expect(chain.sent).toEqual([])
})

test('a look-alike of the own address must be confirmed', async () => {
  // It has the ends of the own address.
  const copy = `${address.slice(0, 6)}${'1'.repeat(32)}${address.slice(-4)}`
  const { chain } = await opened({ to: copy })
  await expect.element(page.getByText('Not the address you know')).toBeVisible()
  await payButton().click()
  await expect.element(page.getByText('Confirm this first.')).toBeVisible()
  expect(chain.sent).toEqual([])
  await page.getByRole('checkbox').click()
  await payButton().click()
  await expect.element(page.getByText('Paid', { exact: true })).toBeVisible()
  expect(copy).not.toBe(fakeBob)
})

test('a declined payment stays; another one can follow', async () => {
  const { chain } = await opened({}, { chain: { send: decline } })
  await payButton().click()
  await expect.element(page.getByText('You declined the payment.')).toBeVisible()
  chain.send = async () => `0x${'2'.repeat(64)}`
  await payButton().click()
  await expect.element(page.getByText('Paid', { exact: true })).toBeVisible()
})

test('a payment without a clear answer may have been made: it does not say that nothing was paid', async () => {
  const send = () => Promise.reject(new FoyerError('provider-disconnected'))
  await opened({}, { chain: { send } })
  await payButton().click()
  await expect.element(page.getByText('gave no clear answer', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Nothing was paid', { exact: false })).not.toBeInTheDocument()
})

test('a clipboard that refuses shows what to copy', async () => {
  await opened()
  await payButton().click()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'))
  await page.getByRole('button', { name: 'Copy transaction' }).click()
  await expectAlert(`0x${'1'.repeat(64)}`)
})

test('a payment that failed, and one that lost its request, say what to do', async () => {
  await opened(
    {},
    {
      chain: {
        receipt: async () => 'reverted',
        check: () => ({ status: 'unpaid', reason: 'not-found' }),
      },
    },
  )
  await payButton().click()
  await expect.element(page.getByText('Payment failed')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a wallet that changed the payment is told apart from one that paid', async () => {
  const { modal } = await opened(
    {},
    { chain: { check: () => ({ status: 'unpaid', reason: 'other-request' }) } },
  )
  await payButton().click()
  await expect.element(page.getByText('Paid, but without the request')).toBeVisible()
  await expectAccessible(modal)
})

test('a request that is under way is found again when it is opened again', async () => {
  const { foyer, modal, request } = await opened({}, { chain: { receipt: never } })
  await payButton().click()
  await expect.element(page.getByText('Payment sent')).toBeVisible()
  modal.close()
  await modal.open('Pay', { request })
  await expect.element(page.getByText('Payment sent')).toBeVisible()
  expect(openPayment(foyer, request).store.get().stage.status).toBe('pending')
})

test('says so where the site has no payments', async () => {
  await opened({}, { options: { features: { pay: false } } })
  await expect.element(page.getByText('This site takes no payments here.')).toBeVisible()
})

test('is in Arabic, whose texts load with the view', async () => {
  const { modal } = await opened({}, { modal: { locale: 'ar' } })
  await expect.element(page.getByRole('button', { name: /^ادفع/ })).toBeVisible()
  await expectAccessible(modal)
})
