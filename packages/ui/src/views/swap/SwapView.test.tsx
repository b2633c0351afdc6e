import { openSwap } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { getConvertQuotes, getConvertTokens, postConvertTransaction } from '@foyer/protocol/api'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectAlert, inside, makeModal } from '../../makeModal.test.kit.ts'
import { open } from '../../testFoyer.test.kit.ts'
import {
  dollar,
  ether,
  refuse,
  router,
  type TestSwaps,
  testSwapFoyer,
  testSwaps,
  unlisted,
} from './testSwaps.test.kit.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const amount = () => page.getByRole('textbox', { name: 'You pay' })
/** The label of a fact, and its value. */
const fact = (label: string) =>
  page.getByText(label, { exact: true }).element().nextElementSibling?.textContent

async function openSwapView(change: (swaps: TestSwaps) => void = () => {}, locale?: string) {
  const swaps = testSwaps()
  onTestFinished(swaps.stop)
  change(swaps)
  const foyer = await testSwapFoyer(swaps)
  const modal = makeModal(foyer, locale === undefined ? {} : { locale })
  await modal.open('Swap')
  return { foyer, modal, swaps, swap: openSwap(foyer) }
}

/** Fills the form, in the given direction. */
async function quote(text: string, { from = ether, to = dollar, ...kit } = {}) {
  const opened = await openSwapView((kit as { change?: (swaps: TestSwaps) => void }).change)
  opened.swap.change({ from, to })
  await amount().fill(text)
  return opened
}

test('[1.9] [2.11] quotes of all sources stand side by side, the best one marked', async () => {
  const { modal, swap } = await quote('0.5')
  await expect.element(page.getByText('Uniswap V2')).toBeVisible()
  const rows = [...inside<HTMLElement>(modal, '.swap-offers').querySelectorAll('label')]
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'UVUniswap V2Best1,500 USDC',
    'HHarbour1,495.5 USDC',
  ])
  expect(fact('Minimum received')).toBe('1,485 USDC')
  expect(fact('Price impact')).toBe('0.31%')
  expect(fact('Network cost')).toBe('$6.02')
  await page.getByRole('radio', { name: /Harbour/ }).click()
  await expect.poll(() => fact('Minimum received')).toBe('1,480.54 USDC')
  expect(swap.store.get()).toMatchObject({ status: 'quoted', source: 'harbour' })
  inside<HTMLElement>(modal, '.swap-slippage summary').click()
  await page.getByRole('radio', { name: '3%' }).click()
  await expect.poll(() => fact('Minimum received')).toBe('1,450.63 USDC')
  await expectAccessible(modal)
})

test.each([
  ['is paid with the coin of the network', dollar, 'Token you pay: ETH', 'Review swap'],
  ['that is the coin is not paid with itself', ether, 'Token you pay: Choose', 'Choose a token'],
])(
  '[2.11] a token to receive, chosen before the list has loaded, %s',
  async (_, to, paid, next) => {
    const listed = open()
    const { modal, swap } = await openSwapView((swaps) => {
      swaps.answer = async (path) => {
        if (path.includes('/tokens')) await listed.promise
        return undefined
      }
    })
    await expect.element(amount()).toBeVisible()
    swap.change({ to })
    const isBusy = () => inside(modal, '.swap').getAttribute('aria-busy')
    expect(isBusy()).toBe('true')
    listed.resolve()
    await expect.poll(isBusy).toBe('false')
    await amount().fill('0.5')
    await expect.element(button(paid)).toBeVisible()
    await expect.element(button(next)).toBeVisible()
  },
)

test('the answers of these tests have the shape of the api', async () => {
  const swaps = testSwaps()
  onTestFinished(swaps.stop)
  const read = async (path: string, init?: RequestInit) =>
    (await fetch(`${swaps.url}/v1/convert${path}`, init)).json()
  const query = `amount=5&from=${ether.address}&to=${dollar.address}`
  const body = JSON.stringify({ amount: '5', minToAmount: '4', to: dollar.address })
  for (const [endpoint, answer] of [
    [getConvertTokens, await read('/tokens')],
    [getConvertQuotes, await read(`/quotes?${query}`)],
    [postConvertTransaction, await read('/build-transaction', { method: 'POST', body })],
  ] as const)
    expect((await endpoint.response['~standard'].validate(answer)).issues).toBe(undefined)
})

test('[2.11] coins are swapped with one confirmation, after a review', async () => {
  const { modal, swaps } = await quote('0.5')
  await button('Review swap').click()
  await expect.element(page.getByText('≈ 1,500 USDC')).toBeVisible()
  expect(fact('Slippage')).toBe('1%')
  expect(fact('Source')).toBe('Uniswap V2')
  await expectAccessible(modal)
  const mined = open()
  swaps.mine = () => mined.promise
  await button('Swap').click()
  await expect.element(page.getByRole('list', { name: 'Progress of the swap' })).toBeVisible()
  await expect.element(page.getByText('Waiting for the network').first()).toBeVisible()
  expect(page.getByRole('listitem').elements()).toHaveLength(1)
  await expectAccessible(modal)
  mined.resolve()
  await expect.element(page.getByText(/^You paid 0\.5 ETH and received about/)).toBeVisible()
  expect(swaps.sent).toEqual([{ data: '0xswap' }])
  const link = page.getByRole('link', { name: 'View on explorer' }).element() as HTMLAnchorElement
  expect(link.href).toBe(`https://explorer.invalid/tx/0x${'1'.padStart(64, '0')}`)
  await button('New swap').click()
  await expect.element(amount()).toHaveValue('')
})

test('[2.11] a token is approved exactly, then swapped; the spender is named', async () => {
  const { swaps } = await quote('100', { from: dollar, to: ether })
  await button('Review swap').click()
  await expect
    .element(page.getByText('0x7a25…488D may spend exactly 100 USDC, once you approve it.'))
    .toBeVisible()
  const [approval, swapped] = [open(), open()]
  swaps.wallet = () => (swaps.sent.length === 1 ? approval : swapped).promise
  await button('Approve and swap').click()
  const steps = () =>
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(steps).toEqual(['Approve USDCApprove in your wallet', 'Swap for ETHNext'])
  approval.resolve()
  await expect.poll(steps).toEqual(['Approve USDCDone', 'Swap for ETHApprove in your wallet'])
  swapped.resolve()
  await expect.element(page.getByText('Swapped')).toBeVisible()
  expect(swaps.sent).toEqual([{ data: '0xapprove' }, { data: '0xswap' }])
})

const spendDollars = (way: TestSwaps['way']) =>
  quote('100', {
    from: dollar,
    to: ether,
    change: (swaps: TestSwaps) => {
      swaps.way = way
    },
  } as never)

test('[2.11] a wallet that sends batches is asked once, and shows one step', async () => {
  const { swaps } = await spendDollars('batch')
  await button('Review swap').click()
  const answered = open()
  swaps.wallet = () => answered.promise
  await button('Approve and swap').click()
  await expect.element(page.getByText('Approve USDC and swap for ETH')).toBeVisible()
  expect(page.getByRole('listitem').elements()).toHaveLength(1)
  answered.resolve()
  await expect.element(page.getByText('Swapped')).toBeVisible()
  expect(swaps.sent).toEqual([[{ data: '0xapprove' }, { data: '0xswap' }]])
})

test('[2.11] a signature replaces the approval, and one that is refused is asked for again', async () => {
  const { swaps } = await spendDollars('signature')
  await button('Review swap').click()
  const signed = open()
  swaps.wallet = () => signed.promise
  swaps.answer = async (path) =>
    path.endsWith('/build-transaction') ? refuse(400, 'permit-invalid') : undefined
  await button('Approve and swap').click()
  await expect.element(page.getByText('Sign in your wallet').first()).toBeVisible()
  signed.resolve()
  await expectAlert('Your signature is no longer valid. Try again to sign a new one.')
  expect(swaps.sent).toMatchObject([{ amount: 100_000_000n, spender: router }])
  swaps.answer = async () => undefined
  await button('Change the swap').click()
  await button('Approve and swap').click()
  await expect.element(page.getByText('Swapped')).toBeVisible()
  expect(swaps.sent.slice(1)).toMatchObject([{ amount: 100_000_000n }, { data: '0xswap' }])
})

test('an allowance that suffices is used: one confirmation', async () => {
  const { swaps } = await quote('100', {
    from: dollar,
    to: ether,
    change: (swaps: TestSwaps) => {
      swaps.allowance = 100_000_000n
    },
  } as never)
  await button('Review swap').click()
  await button('Approve and swap').click()
  await expect.element(page.getByText('Swapped')).toBeVisible()
  expect(swaps.sent).toEqual([{ data: '0xswap' }])
})

test('a declined request loses nothing, and can be tried again', async () => {
  const { swaps } = await quote('0.5')
  swaps.wallet = () => Promise.reject(new FoyerError('user-rejected'))
  await button('Review swap').click()
  await button('Swap').click()
  await expectAlert('You declined the swap. Nothing was spent.')
  swaps.wallet = async () => {}
  await button('Swap').click()
  await expect.element(page.getByText('Swapped')).toBeVisible()
})

test('a wallet without a clear answer may still swap: it does not say that nothing was spent', async () => {
  const { modal, swaps } = await quote('0.5')
  swaps.wallet = () => Promise.reject(new FoyerError('request-timed-out'))
  await button('Review swap').click()
  await button('Swap').click()
  await expectAlert('Your wallet gave no clear answer. Check it before you try again.')
  await expect.element(page.getByText('Not confirmed yet')).toBeVisible()
  expect(modal.element.shadowRoot?.activeElement).toBe(inside(modal, 'h1'))
})

test('a swap that the user leaves goes on, and is found again', async () => {
  const { modal, swap, swaps } = await quote('0.5')
  const mined = open()
  swaps.mine = () => mined.promise
  await button('Review swap').click()
  await button('Swap').click()
  await expect.element(page.getByText('Waiting for the network').first()).toBeVisible()
  modal.close()
  await expect.poll(() => inside<HTMLDialogElement>(modal, 'dialog').open).toBe(false)
  await modal.open('Swap')
  await expect.element(page.getByText('Waiting for the network').first()).toBeVisible()
  modal.close()
  mined.resolve()
  await expect.poll(() => swap.store.get().status).toBe('done')
  await modal.open('Swap')
  await expect.element(page.getByText('Swapped')).toBeVisible()
})

test('says before anything is signed what the account has too little of', async () => {
  const { swaps } = await quote('2')
  await expect.element(button('Not enough ETH')).toBeDisabled()
  // Enough for the amount, but not for the fee of 0.002.
  await amount().fill('1.2339')
  await expect.element(button('Not enough ETH for the network cost')).toBeDisabled()
  await amount().fill('1')
  await expect.element(button('Review swap')).toBeEnabled()
  await button('Max: pay the whole balance').click()
  await expect.element(amount()).toHaveValue('1.230567890123456789')
  expect(swaps.sent).toEqual([])
})

test('says that there is no market, and asks again', async () => {
  const { swaps } = await quote('1', {
    change: (swaps: TestSwaps) => {
      swaps.answer = async (path) =>
        path.endsWith('/quotes') ? refuse(400, 'insufficient-liquidity') : undefined
    },
  } as never)
  await expectAlert(/^No market is large enough/)
  swaps.answer = async () => undefined
  await button('Try again').click()
  await expect.element(button('Review swap')).toBeEnabled()
})

test('a quote that is too old is asked for again before it is signed; a worse one needs a new yes', async () => {
  const { swap, swaps } = await quote('1')
  await button('Review swap').click()
  await expect.element(button('Swap')).toBeVisible()
  swaps.answer = async (path) => {
    if (!path.endsWith('/build-transaction')) return undefined
    swaps.rates = [2_000n, 1_000n]
    return refuse(409, 'price-moved')
  }
  await button('Swap').click()
  await expect.element(page.getByText(/^The price has changed/)).toBeVisible()
  await expect.element(page.getByText('≈ 2,000 USDC')).toBeVisible()
  expect([swap.store.get().status, swaps.sent]).toEqual(['quoted', []])
  swaps.answer = async () => undefined
  await button('Accept new price').click()
  await expect.element(page.getByText('Swapped')).toBeVisible()
})

test('stops when the api builds something else than was agreed to', async () => {
  const { swaps } = await quote('1', {
    change: (swaps: TestSwaps) => {
      swaps.built = {
        tx: {
          from: 'eip155:1:0x90F79bf6EB2c4f870365E785982E1f101E93b906',
          to: `eip155:1:${router}`,
          data: '0xswap',
          value: '0',
          eip155: { gasPrice: '1' },
        },
      } as never
    },
  } as never)
  await button('Review swap').click()
  await button('Swap').click()
  await expectAlert(/^The swap was not what you agreed to/)
  expect(swaps.sent).toEqual([])
})

test('warns of a high price impact', async () => {
  await quote('1', {
    change: (swaps: TestSwaps) => {
      swaps.priceImpact = 12.5
    },
  } as never)
  await expect.element(page.getByText(/moves the price by 12\.5%/)).toBeVisible()
  await button('Review swap').click()
  await expect.element(button('Swap anyway')).toBeVisible()
})

test('a token’s symbol can not be read as part of its amount', async () => {
  await quote('0.5', { to: { ...dollar, symbol: '000 USDC' } })
  await expect.poll(() => fact('Minimum received')).toBe('1,485 “\u2068000 USDC\u2069”')
})

test('[9.28] tokens are chosen by group, by search, and by address with a warning', async () => {
  const { modal } = await openSwapView()
  await button('Token you receive: Choose').click()
  await expect.element(page.getByRole('heading', { name: 'Suggested' })).toBeVisible()
  const headings = page.getByRole('heading', { level: 2 }).elements()
  expect(headings.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Suggested', 'Your tokens', 'Popular']),
  )
  await expectAccessible(modal)
  const search = page.getByRole('searchbox')
  await search.fill('nothing like it')
  await expect.element(page.getByText('No token is called “nothing like it”.')).toBeVisible()
  await search.fill('poly')
  await expect.poll(() => page.getByRole('listitem').elements()).toHaveLength(1)
  await search.fill(unlisted.address.slice('eip155:1:'.length))
  await expect.element(page.getByText('Not listed')).toBeVisible()
  await page.getByRole('listitem').getByRole('button').click()
  await expect.element(page.getByText(/^USDC is on no list/)).toBeVisible()
})

test('a token that could not be looked up is not called missing', async () => {
  const { swaps } = await openSwapView()
  await button('Token you receive: Choose').click()
  const refusal = { code: 'transactions-failed' }
  swaps.answer = async (path) => (path.endsWith('/tokens') ? refuse(400, refusal.code) : undefined)
  await page.getByRole('searchbox').fill(`0x${'ab'.repeat(20)}`)
  await expectAlert('The tokens could not be loaded.')
  refusal.code = 'token-unknown'
  await button('Try again').click()
  await expect.element(page.getByText(/^No token is called “0xab/)).toBeVisible()
})

test('the two tokens change places, also by choosing the other one', async () => {
  const { swap } = await openSwapView()
  swap.change({ from: ether, to: dollar })
  await button('Exchange the two tokens').click()
  expect(swap.store.get().form).toMatchObject({ from: dollar, to: ether })
  await button('Token you pay: USDC').click()
  await page.getByRole('button', { name: /^ETH/ }).click()
  await expect.poll(() => swap.store.get().form).toMatchObject({ from: ether, to: dollar })
})

test('[9.22] says that a network has no swaps, and that the tokens could not be loaded', async () => {
  const { swaps } = await openSwapView((swaps) => {
    swaps.answer = async (path) =>
      path.endsWith('/tokens') ? refuse(400, 'transactions-failed') : undefined
  })
  await expectAlert('The tokens could not be loaded.')
  swaps.answer = async (path) =>
    path.endsWith('/tokens') ? refuse(400, 'chain-unsupported') : undefined
  await button('Try again').click()
  await expect.element(page.getByText('Swaps on Ethereum are not available yet.')).toBeVisible()
})

test('another account ends the quotes', async () => {
  const { foyer, swap } = await quote('1')
  await expect.element(button('Review swap')).toBeEnabled()
  foyer.store.set((state) => ({
    ...state,
    connections: {
      ...state.connections,
      eip155: { ...state.connections.eip155, address: `0x${'1'.repeat(40)}` } as never,
    },
  }))
  expect(swap.store.get()).toMatchObject({ status: 'idle', form: { amount: '' } })
})

test('digits of another script are read', async () => {
  const { swap } = await openSwapView(() => {}, 'ar')
  await expect.element(page.getByRole('textbox')).toBeVisible()
  swap.change({ from: ether, to: dollar })
  await userEvent.type(page.getByRole('textbox'), '٠٫٥')
  expect(swap.store.get().form.amount).toBe('0.5')
})
