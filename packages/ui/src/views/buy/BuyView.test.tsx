import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectAccessible,
  expectAlert,
  inside,
  makeModal,
  recordText,
} from '../../makeModal.test.kit.ts'
import { address, testFoyer, testStorage } from '../../testFoyer.test.kit.ts'
import { type TestSellers, testSellers } from './testSellers.test.kit.ts'

/** Records the windows that are opened; they are frames of the page, so that nothing leaves the test. */
function watchWindows({ blocked = false } = {}) {
  const open = window.open
  const opened: { url: string; closed: boolean; opener: unknown }[] = []
  window.open = () => {
    if (blocked) return null
    const record = { url: '', closed: false, opener: window as unknown }
    opened.push(record)
    return Object.assign(record, {
      location: {
        replace(url: string) {
          record.url = url
        },
      },
      close() {
        record.closed = true
      },
    }) as unknown as Window
  }
  onTestFinished(() => {
    window.open = open
  })
  return opened
}

async function openBuy(
  change: (sellers: TestSellers) => void = () => {},
  { options = {}, locale }: { options?: object; locale?: string } = {},
) {
  const sellers = testSellers()
  onTestFinished(sellers.stop)
  change(sellers)
  const { foyer } = await testFoyer({ options: { apiUrl: sellers.url, ...options } })
  const modal = makeModal(foyer, locale === undefined ? {} : { locale })
  await modal.open('Account')
  modal.router.push('Buy')
  return { foyer, modal, sellers }
}
const go = (seller = 'Meld.io') => page.getByRole('button', { name: `Continue to ${seller}` })

test('[1.9] shows amount, coin, sellers with price and fees, and the whole address before leaving', async () => {
  const { modal } = await openBuy()
  await expect.element(go()).toBeEnabled()
  await expect.element(page.getByText(address, { exact: true })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: /Meld.io.*0.01641 ETH/ })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: /MoonPay.*0.0151 ETH/ })).toBeVisible()
  await expect.element(page.getByText('Fees $1.80, included').first()).toBeVisible()
  // The exact amount is at hand.
  expect(inside(modal, '.buy-seller-amount').getAttribute('title')).toBe('0.016412345678901234 ETH')
  await expectAccessible(modal)
})

test('[9.23] until there is a price, a seller’s row has its range of fees', async () => {
  const { modal } = await openBuy()
  await expect.poll(recordText(modal, 'Fee 1–2 %')).toBe(true)
})

test('opens the seller’s page for what was chosen, without a way back to this page', async () => {
  const opened = watchWindows()
  const { sellers } = await openBuy((all) => {
    all.pageUrl = 'https://buy.moonpay.com/?signature=1'
  })
  await page.getByRole('button', { name: '$100' }).click()
  await page.getByRole('radio', { name: /MoonPay/ }).click()
  await page.getByLabelText('You buy').selectOptions('USDC')
  await page.getByLabelText('Currency').selectOptions('EUR')
  await expect.element(go('MoonPay')).toBeEnabled()
  await go('MoonPay').click()
  await expect.element(page.getByText('Finish in the other window')).toBeVisible()
  expect(sellers.opened).toEqual([
    {
      destinationWallets: [{ address, blockchains: ['eip155:1'] }],
      ...{ network: 'eip155:1', amount: '100', paymentCurrency: 'EUR', provider: 'moonpay' },
      purchaseCurrency: 'USDC',
    },
  ])
  expect(opened).toMatchObject([
    { url: 'https://buy.moonpay.com/?signature=1', opener: null, closed: false },
  ])
})

test.each([
  'https://evil.example/',
  'http://meldcrypto.com/',
  'javascript:alert(1)',
  'https://meldcrypto.com.evil.example/',
])('never opens %s', async (pageUrl) => {
  const opened = watchWindows()
  await openBuy((sellers) => {
    sellers.pageUrl = pageUrl
  })
  await expect.element(go()).toBeEnabled()
  await go().click()
  await expectAlert('The purchase could not be started. Try again.')
  expect(opened).toMatchObject([{ url: '', closed: true }])
})

test('a window that the browser blocks is replaced by a link', async () => {
  watchWindows({ blocked: true })
  const { modal } = await openBuy()
  await expect.element(go()).toBeEnabled()
  await go().click()
  const link = page.getByRole('link', { name: 'Open Meld.io' })
  await expect.element(link).toHaveAttribute('href', 'https://meldcrypto.com/?token=1')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expectAccessible(modal)
})

test.each([
  ['pending', 'Payment received'],
  ['arrived', 'Your coins have arrived'],
  ['failed', 'Not bought'],
  ['expired', 'This purchase has expired'],
] as const)('shows a purchase that is %s', async (status, title) => {
  watchWindows()
  const { modal } = await openBuy((sellers) => {
    sellers.status = status
  })
  await expect.element(go()).toBeEnabled()
  await go().click()
  await expect.element(page.getByText(title, { exact: true })).toBeVisible()
  if (status === 'arrived') {
    const link = page.getByRole('link', { name: 'Show transaction' })
    await expect
      .element(link)
      .toHaveAttribute('href', `https://explorer.invalid/tx/0x${'a'.repeat(64)}`)
  }
  await expectAccessible(modal)
})

test('a closed window is no refusal: the purchase is followed, also while the view is closed', async () => {
  const opened = watchWindows()
  const { modal, sellers } = await openBuy()
  await expect.element(go()).toBeEnabled()
  await go().click()
  await expect.element(page.getByText('Finish in the other window')).toBeVisible()
  opened[0]!.closed = true
  await expect.element(page.getByText('Did you pay?')).toBeVisible()
  modal.router.reset('Account')
  sellers.status = 'arrived'
  await expect.element(page.getByRole('button', { name: 'Buy' })).toBeVisible()
  await page.getByRole('button', { name: 'Buy' }).click()
  await expect.element(page.getByText('Your coins have arrived')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Buy' }).click()
  await expect.element(page.getByLabelText('You pay')).toBeVisible()
})

test('a seller without a price is last and can not be continued to; another one can', async () => {
  await openBuy((sellers) => {
    sellers.delivers.meld = undefined
  })
  await expect.element(page.getByText('No price for this amount')).toBeVisible()
  await expect.element(go('MoonPay')).toBeEnabled()
  await page.getByRole('radio', { name: /Meld/ }).click()
  await expect.element(go()).toBeDisabled()
})

test('the seller that delivers most is first, and selected until the user chooses one', async () => {
  const { sellers } = await openBuy((all) => {
    // More than a float can tell apart.
    all.delivers.meld = '0.016412345678901234'
    all.delivers.moonpay = '0.016412345678901235'
  })
  const names = () =>
    page
      .getByRole('radio')
      .elements()
      .map((radio) => radio.closest('label')?.querySelector('bdi')?.textContent)
  await expect.element(go('MoonPay')).toBeEnabled()
  expect(names()).toEqual(['MoonPay', 'Meld.io'])
  sellers.delivers.meld = '0.02'
  await page.getByRole('button', { name: '$100' }).click()
  await expect.poll(names).toEqual(['Meld.io', 'MoonPay'])
  await expect.element(go()).toBeEnabled()
  await page.getByRole('radio', { name: /MoonPay/ }).click()
  await page.getByRole('button', { name: '$25' }).click()
  await expect.element(go('MoonPay')).toBeEnabled()
  expect(names()).toEqual(['Meld.io', 'MoonPay'])
})

test('a purchase is remembered over a reload until its end was seen, without the address of its page', async () => {
  watchWindows()
  const backing = testStorage()
  const stored: string[] = []
  const storage = {
    ...backing,
    setItem(key: string, value: string) {
      stored.push(value)
      backing.setItem(key, value)
    },
  }
  const { modal, sellers } = await openBuy(() => {}, { options: { storage } })
  await expect.element(go()).toBeEnabled()
  await go().click()
  await expect.element(page.getByText('Finish in the other window')).toBeVisible()
  expect(stored.join()).not.toContain('meldcrypto.com')
  modal.destroy()
  const reload = async () => {
    const { foyer: next } = await testFoyer({
      options: { apiUrl: sellers.url, storage },
    })
    const again = makeModal(next)
    await again.open('Account')
    again.router.push('Buy')
    return again
  }
  const second = await reload()
  await expect.element(page.getByText('Did you pay?')).toBeVisible()
  expect(page.getByRole('link', { name: 'Open Meld.io' }).elements()).toEqual([])
  await expectAccessible(second)
  sellers.status = 'arrived'
  await expect.element(page.getByText('ETH from Meld.io is in your account.')).toBeVisible()
  second.destroy()
  await reload()
  await expect.element(page.getByLabelText('You pay')).toBeVisible()
})

test('an amount outside the seller’s limits is refused, with the limits', async () => {
  await openBuy()
  await expect.element(go()).toBeEnabled()
  for (const amount of ['19.99', '5000.01']) {
    await page.getByLabelText('You pay').fill(amount)
    await expectAlert('Between $20.00 and $5,000.00')
    await expect.element(go()).toBeDisabled()
  }
  await page.getByLabelText('You pay').fill('5000')
  await expect.element(go()).toBeEnabled()
})

test('an amount that is none is refused before any seller is asked', async () => {
  await openBuy()
  const field = page.getByLabelText('You pay')
  await expect.element(field).toBeVisible()
  await field.fill('1e3')
  await expectAlert('Enter an amount such as 50 or 49.90.')
  await expect.element(go()).toBeDisabled()
  await userEvent.type(field, '{Enter}')
  await expect.element(field).toBeVisible()
})

test('too many purchases are told as such', async () => {
  watchWindows()
  await openBuy((sellers) => {
    sellers.refuses = 429
  })
  await expect.element(go()).toBeEnabled()
  await go().click()
  await expectAlert(/^Too many purchases were started/)
})

test('without sellers for the network nothing can be bought, and a failed list can be read again', async () => {
  let isDown = true
  const { sellers } = await openBuy((all) => {
    all.answer = async () => (isDown ? Response.json({}, { status: 400 }) : undefined)
  })
  await expectAlert('The sellers could not be reached.')
  isDown = false
  sellers.offers = []
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Nothing can be bought on Ethereum here.')).toBeVisible()
})

test('[9.29] a restricted time zone hides the button', async () => {
  const sellers = testSellers()
  onTestFinished(sellers.stop)
  const buttons = async (restrictedTimeZones: string[]) => {
    const { foyer } = await testFoyer({ options: { apiUrl: sellers.url, restrictedTimeZones } })
    const modal = makeModal(foyer)
    await modal.open('Account')
    await expect.element(page.getByRole('button', { name: 'Receive' })).toBeVisible()
    const count = page.getByRole('button', { name: 'Buy' }).elements().length
    modal.destroy()
    return count
  }
  expect(await buttons([])).toBe(1)
  expect(await buttons([new Intl.DateTimeFormat().resolvedOptions().timeZone])).toBe(0)
})
