import type { Foyer } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, inside, makeModal, recordText } from '../../makeModal.test.kit.ts'
import { address, open, type TestWallet, testFoyer } from '../../testFoyer.test.kit.ts'
import { nativeToken, testToken } from './testTokens.test.kit.ts'

const eth = 10n ** 18n
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
/** Title, subtitle and end of a row. */
const rowText = (name: string) =>
  expect.poll(() =>
    [...row(name).element().querySelectorAll('.row-title, .row-subtitle, .row-trailing')].map(
      ({ textContent }) => textContent,
    ),
  )

async function openAccount(
  wallet: Partial<TestWallet> = {},
  options: Parameters<typeof makeModal>[1] = {},
) {
  const kit = await testFoyer({ wallet })
  const modal = makeModal(kit.foyer, options)
  if (options.embedded) document.body.append(modal.element)
  await modal.open('Account')
  return { ...kit, modal }
}
function learn(foyer: Foyer, details: { profileName?: string; profileImage?: string }) {
  foyer.store.set((state) => ({
    ...state,
    details: { eip155: { ...state.details.eip155!, ...details } },
  }))
}
/** Nothing is wider than the card. */
function expectNoOverflow(modal: Parameters<typeof inside>[0]) {
  const scroll = inside<HTMLElement>(modal, '.scroll')
  expect(scroll.scrollWidth).toBe(scroll.clientWidth)
}

test('[1.7] a connected user sees the balance and each token: name, amount, value', async () => {
  const { modal } = await openAccount({
    balance: 2n * eth,
    tokens: [nativeToken, testToken(1, { name: 'USD Coin', symbol: 'USDC' })],
  })
  await expect.element(page.getByText('$7,000.00').first()).toBeVisible()
  await expect.element(page.getByText('2 ETH').first()).toBeVisible()
  await rowText('USD Coin').toEqual(['USD Coin', '2.5 USDC', '$12.50'])
  await rowText('Ether').toEqual(['Ether', '2 ETH', '$7,000.00'])
  await expectAccessible(modal)
})

test('a token’s symbol can not be read as part of its amount', async () => {
  await openAccount({
    balance: 2n * eth,
    tokens: [nativeToken, testToken(1, { name: 'Airdrop', symbol: '000 USDC' })],
  })
  await rowText('Airdrop').toEqual(['Airdrop', '2.5 “\u2068000 USDC\u2069”', '$12.50'])
})

test('lists the native coin even if no api returns it, but no worthless dust', async () => {
  const { modal } = await openAccount({
    balance: eth / 2n,
    tokens: [testToken(1), testToken(2, { quantity: { decimals: '6', numeric: '0.00' } })],
  })
  await rowText('Ether').toEqual(['Ether', '0.5 ETH'])
  await expect.element(row('Token 1')).toBeVisible()
  expect(inside(modal, '.account-tokens').textContent).not.toContain('Token 2')
})

test.each([
  [900, 800],
  [390, 844],
])('reserves space for loading content: nothing moves when it appears (%i px)', async (...size) => {
  await page.viewport(...size)
  const asked = open()
  const { modal } = await openAccount({
    chainAnswer: () => asked.promise,
    tokens: [1, 2, 3].map((index) => testToken(index)),
  })
  await expect.element(page.getByText('Loading', { exact: true })).toBeInTheDocument()
  await expect
    .poll(() => modal.element.shadowRoot?.querySelectorAll('.account-skeleton').length)
    .toBe(3)
  await expectAccessible(modal)
  const places = () =>
    ['.account-balance', '.row', '.account-panel', '.account-actions'].map(
      (selector) => inside(modal, selector).getBoundingClientRect().top,
    )
  // Positions once the card has settled.
  let before: number[] = []
  const isAtRest = () => {
    const last = before
    before = places()
    return String(before) === String(last)
  }
  await expect.poll(isAtRest, { interval: 250 }).toBe(true)
  asked.resolve()
  await expect.element(row('Token 3')).toBeInTheDocument()
  await expect.poll(places).toEqual(before)
})

test('[8.1] [9.5] error: Token Balance Unavailable, and no retry for 30 s', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  try {
    const fail = () => Promise.reject(new FoyerError('rpc-failed'))
    const { modal, wallet } = await openAccount({ chainAnswer: fail, tokens: [testToken(1)] })
    await expect.element(page.getByText('Token Balance Unavailable')).toBeVisible()
    const retry = page.getByRole('button', { name: /^Try again/ })
    await expect.element(retry).toHaveTextContent('Try again in 30 s')
    await expect.element(retry).toBeDisabled()
    await expect.element(page.getByRole('button', { name: 'Refresh balances' })).toBeDisabled()
    await expectAccessible(modal)

    vi.advanceTimersByTime(29_000)
    await expect.element(retry).toHaveTextContent('Try again in 1 s')
    await expect.element(retry).toBeDisabled()
    // Opening the view again sends nothing either.
    modal.close()
    await modal.open('Account')
    await expect.element(page.getByText('Token Balance Unavailable')).toBeVisible()
    expect(wallet.asked.filter((question) => question === 'tokens')).toHaveLength(1)

    vi.advanceTimersByTime(1_000)
    await expect.element(retry).toBeEnabled()
    // The coin is retried automatically, and its row would replace this button.
    document.addEventListener(
      'click',
      () => {
        wallet.chainAnswer = async () => {}
      },
      { capture: true, once: true },
    )
    await retry.click()
    await expect.element(row('Token 1')).toBeVisible()
    await expect.element(page.getByText('1.2345 ETH').first()).toBeVisible()
    expect(wallet.asked.filter((question) => question === 'tokens')).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('shows a coin once its retry succeeds, and never contradicts the list', async () => {
  let isDown = true
  const { foyer, modal } = await openAccount({
    chainAnswer: async () => {
      if (isDown) throw new FoyerError('rpc-failed')
    },
    tokens: [nativeToken],
  })
  await expect.element(page.getByText('Balance unknown')).toBeInTheDocument()
  isDown = false
  await expect.element(page.getByText('1.2345 ETH').first()).toBeVisible()
  // The list has 2 ETH, and is older than the chain's answer.
  foyer.store.set((state) => ({
    ...state,
    details: { eip155: { ...state.details.eip155!, lastRetry: undefined } },
  }))
  modal.close()
  await modal.open('Account')
  await rowText('Ether').toEqual(['Ether', '1.2345 ETH', '$4,320.99'])
})

test('error: reports being offline', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => online.mockRestore())
  await openAccount({ chainAnswer: () => Promise.reject(new FoyerError('rpc-failed')) })
  await expect.element(page.getByText('You seem to be offline.')).toBeVisible()
})

test('error: a failed refresh keeps the data, and reports it', async () => {
  const { modal, wallet } = await openAccount({ tokens: [testToken(1)] })
  await expect.element(row('Token 1')).toBeVisible()
  wallet.chainAnswer = () => Promise.reject(new FoyerError('rpc-failed'))
  // In the page: the message goes five seconds after it.
  const refresh = page.getByRole('button', { name: 'Refresh balances' }).element() as HTMLElement
  refresh.click()
  await expect.element(page.getByText('Token Balance Unavailable')).toBeVisible()
  await expect.element(row('Token 1')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Refresh balances' })).toBeDisabled()
  // The message covers the view completely.
  const { left, top, width, height } = inside(
    modal,
    '.account-wallets .logo',
  ).getBoundingClientRect()
  const root = modal.element.shadowRoot as ShadowRoot
  inside<HTMLElement>(modal, '.notice-bar').style.pointerEvents = 'auto'
  const atop = root.elementFromPoint(left + width / 2, top + height / 2)
  expect(atop?.closest('.account')).toBe(null)
  await expectAccessible(modal)
})

test('refresh bypasses the cache for tokens and coin', async () => {
  const { wallet } = await openAccount({ balance: eth, tokens: [testToken(1)] })
  await expect.element(row('Token 1')).toBeVisible()
  wallet.balance = 5n * eth
  wallet.tokens = [testToken(7)]
  await page.getByRole('button', { name: 'Refresh balances' }).click()
  await expect.element(row('Token 7')).toBeVisible()
  await expect.element(page.getByText('5 ETH').first()).toBeVisible()
})

test('reloads the data each time the modal opens', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const { modal, wallet } = await openAccount({ balance: eth, tokens: [testToken(1)] })
    await expect.element(row('Token 1')).toBeVisible()
    modal.close()
    await expect.poll(() => inside<HTMLDialogElement>(modal, 'dialog').open).toBe(false)
    wallet.balance = 5n * eth
    wallet.tokens = [testToken(7)]
    vi.setSystemTime(Date.now() + 31_000)
    await modal.open('Account')
    await expect.element(row('Token 7')).toBeVisible()
    await expect.element(page.getByText('5 ETH').first()).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test("after a network change shows that network's tokens only", async () => {
  const { modal, wallet } = await openAccount({ balance: 0n, tokens: [testToken(1)] })
  await expect.element(row('Token 1')).toBeVisible()
  const asked = open()
  wallet.chainAnswer = () => asked.promise
  wallet.tokens = [testToken(2, { chainId: 'eip155:8453', address: 'eip155:8453:0x2' })]
  wallet.listener?.onChain('eip155:8453')
  await expect.element(page.getByText('Loading', { exact: true })).toBeInTheDocument()
  expect(inside(modal, '.account').textContent).not.toContain('Token 1')
  asked.resolve()
  await expect.element(row('Token 2')).toBeVisible()
})

test('without tokens shows one line, and a link to the networks', async () => {
  const { modal } = await openAccount({ balance: 0n })
  await expect.element(page.getByText('No tokens on Ethereum yet.')).toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Choose a network' }).click()
  expect(modal.router.read().view).toBe('Networks')
})

test('shows eight of many tokens, and all on demand, with the focus kept', async () => {
  const { modal } = await openAccount({
    balance: 0n,
    tokens: Array.from({ length: 60 }, (_, index) => testToken(index)),
  })
  await expect.element(page.getByRole('button', { name: 'Show all 60' })).toBeInTheDocument()
  expect(page.getByRole('listitem').elements()).toHaveLength(8)
  await page.getByRole('button', { name: 'Show all 60' }).click()
  expect(page.getByRole('listitem').elements()).toHaveLength(60)
  const fewer = page.getByRole('button', { name: 'Show fewer' }).element()
  expect(modal.element.shadowRoot?.activeElement).toBe(fewer)
  // Disconnect stays visible.
  const leave = page.getByRole('button', { name: 'Disconnect' }).element()
  const card = inside(modal, '.card').getBoundingClientRect()
  expect(leave.getBoundingClientRect().bottom).toBeLessThanOrEqual(card.bottom)
})

test('fits a name of 30 letters and sixty digits on a narrow phone', async () => {
  await page.viewport(320, 640)
  const long = 'A Token Whose Name Never Ends At All'
  const { foyer, modal } = await openAccount({
    balance: 10n ** 76n,
    tokens: [
      testToken(1, {
        name: long,
        symbol: 'UNREASONABLE',
        value: 1e60,
        quantity: { decimals: '6', numeric: `${'9'.repeat(60)}.123456` },
      }),
    ],
  })
  learn(foyer, { profileName: 'a-name-of-thirty-letters-or-so' })
  await expect.element(page.getByText('1E58 ETH').first()).toBeVisible()
  await rowText(long).toEqual([long, '9.99E59 UNREASONABLE', '$1E60'])
  expectNoOverflow(modal)
  expect(inside(modal, '.card').getBoundingClientRect().width).toBe(320)
  await expectAccessible(modal)
  await page.viewport(414, 896)
})

test('prefers name and image to address and generated image', async () => {
  const { foyer, modal } = await openAccount()
  await expect.element(page.getByText('0x5290…9EE7')).toBeVisible()
  expect(inside<HTMLElement>(modal, '.avatar-picture').style.background).toContain('gradient')
  const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0"/></svg>')}`
  learn(foyer, { profileName: 'nadia.example', profileImage: picture })
  await expect.element(page.getByText('nadia.example')).toBeVisible()
  expect(inside<HTMLImageElement>(modal, '.avatar-picture img').src).toBe(picture)
  learn(foyer, { profileImage: 'data:image/png;base64,broken' })
  await expect.poll(() => modal.element.shadowRoot?.querySelector('.avatar-picture img')).toBe(null)
})

test('shows the full address on demand, copies it, and opens the explorer', async () => {
  const { modal } = await openAccount()
  await page.getByRole('button', { name: '0x5290…9EE7, show the whole address' }).click()
  await expect.element(page.getByText(address)).toBeVisible()
  await expectAccessible(modal)
  const isCopied = recordText(modal, 'Copied')
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect.poll(isCopied).toBe(true)
  const explorer = page.getByRole('link', { name: 'View on explorer' }).element()
  expect((explorer as HTMLAnchorElement).href).toBe(`https://explorer.invalid/address/${address}`)
})

test('opens networks and settings, and goes back', async () => {
  const { modal } = await openAccount()
  await page.getByRole('button', { name: 'Ethereum', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Choose a network' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(modal.router.store.get().stack.map(({ view }) => view)).toEqual(['Account', 'Settings'])
})

test('the network is not a button with one network or with switching off', async () => {
  const { foyer } = await testFoyer({ options: { enableNetworkSwitch: false } })
  const modal = makeModal(foyer)
  await modal.open('Account')
  await expect.element(page.getByText('Ethereum', { exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: 'Ethereum' }).elements()).toHaveLength(0)
})

test('disconnect ends the connection and closes', async () => {
  const { foyer, modal, wallet } = await openAccount()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(foyer.store.get().connections.eip155?.status).toBe('disconnected')
  await expect.poll(() => wallet.asked).toContain('disconnect')
})

test('[8.8] error: Failed to disconnect, when the wallet rejects', async () => {
  const { foyer, modal, wallet } = await openAccount({}, { embedded: true })
  wallet.answer = () => Promise.reject(new FoyerError('internal'))
  const isTold = recordText(modal, 'Failed to disconnect')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(isTold).toBe(true)
  expect(foyer.store.get().connections.eip155?.status).toBe('disconnected')
})

test('an unsupported network has no balances, and disconnect stays available', async () => {
  const { modal, wallet } = await openAccount({ chainId: 'eip155:999' })
  await expect.element(page.getByText('Unsupported network')).toBeVisible()
  await expect.element(page.getByText('Network 999')).toBeVisible()
  expect(wallet.asked).not.toContain('tokens')
  await expectAccessible(modal)
  await userEvent.click(page.getByRole('button', { name: /Unsupported network/ }))
  expect(modal.router.read().view).toBe('Networks')
})

test('shows both ends of a long reference for an unnamed network', async () => {
  await openAccount({ chainId: 'eip155:12345678901234567890' })
  await expect.element(page.getByText('Network 1234…7890')).toBeVisible()
})

test('is in Arabic, from right to left', async () => {
  const { modal } = await openAccount({ tokens: [testToken(1)] }, { locale: 'ar' })
  await expect.element(page.getByRole('heading', { name: 'الحساب' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'قطع الاتصال' })).toBeVisible()
  await expect.element(row('Token 1')).toBeVisible()
  const image = inside(modal, '.account-tokens .logo').getBoundingClientRect()
  const text = inside(modal, '.account-tokens .row-text').getBoundingClientRect()
  expect(image.left).toBeGreaterThan(text.left)
  expectNoOverflow(modal)
  await expectAccessible(modal)
})
