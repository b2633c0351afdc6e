import { getHistory } from '@foyer/protocol/api'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, inside, makeModal } from '../../makeModal.test.kit.ts'
import { address, open, testFoyer } from '../../testFoyer.test.kit.ts'
import {
  coins,
  dollars,
  nft,
  refuse,
  router,
  someTransactions,
  type TestHistory,
  testHistory,
  testTransaction,
} from './testHistory.test.kit.ts'

const tab = (name: string) => page.getByRole('tab', { name })
const rows = () => page.getByRole('listitem').elements()
/** Title, subtitle and amounts of a row. */
const rowText = (index: number) =>
  [
    ...(rows()[index]?.querySelectorAll('.row-title, .row-subtitle, .activity-amount, .badge') ??
      []),
  ]
    .map(({ textContent }) => textContent)
    .join(' | ')

type Kit = NonNullable<Parameters<typeof testFoyer>[0]>

/** The account of an api with this history, at its tokens. */
async function openAccount(
  history: TestHistory,
  { locale, ...kit }: Kit & { locale?: string } = {},
) {
  onTestFinished(history.stop)
  const options = { apiUrl: history.url, ...kit.options }
  const opened = await testFoyer({ ...kit, options })
  const modal = makeModal(opened.foyer, locale === undefined ? {} : { locale })
  await modal.open('Account')
  return { ...opened, modal }
}
async function openActivity(history: TestHistory, kit: Parameters<typeof openAccount>[1] = {}) {
  const opened = await openAccount(history, kit)
  await page.getByRole('tab').last().click()
  return opened
}
/** A window in which no row is half hidden by the buttons below the list: axe would measure the visible part. */
async function openTallWindow(): Promise<void> {
  await page.viewport(414, 1400)
  onTestFinished(() => page.viewport(414, 896))
}
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    testTransaction({
      operationType: 'receive',
      minedAt: new Date(Date.UTC(2026, 9, 30) - index * 3_600_000).toISOString(),
      transfers: [coins('in', `${count - index}`)],
    }),
  )

test('[1.8] [2.4] a connected user sees what happened: words, amounts, the other side, failures', async () => {
  await openTallWindow()
  const history = testHistory()
  const { modal } = await openActivity(history)
  await expect.element(page.getByText('Received')).toBeVisible()
  expect(rows().map((_, index) => rowText(index))).toEqual([
    'Received | From 0x7099…79C8 | +1.25 ETH',
    'Swapped | With 0x7a25…488D | +1,748.2 USDC | −0.5 ETH',
    'Approved | With 0x7a25…488D | Unlimited USDC',
    'Sent | To 0x7099…79C8 | Failed',
    'Sent | To 0x7099…79C8 | −25 USDC',
    'Minted | With 0x7a25…488D | + Harbour Lights #7',
    'Deployed | 0x7a25…488D',
  ])
  // The title has the exact amount.
  expect(rows()[0]?.querySelector('.activity-amount')?.getAttribute('title')).toBe(
    '+1.250000000000000001 ETH',
  )
  const link = rows()[0]?.querySelector('a')
  expect(link?.href).toBe(`https://explorer.invalid/tx/${history.transactions[0]?.metadata.hash}`)
  const { pathname, searchParams } = history.asked[0]!
  expect([pathname, searchParams.get('chainId')]).toEqual([
    `/v1/account/${address}/history`,
    'eip155:1',
  ])
  await expectAccessible(modal)
})

test('a foreign name can not be read as part of the number beside it', async () => {
  const sent = dollars('in', '1')
  const airdrop = { ...sent, fungible_info: { ...sent.fungible_info!, symbol: '000 USDC' } }
  const tickets = { ...nft('000 Tickets'), quantity: { numeric: '3' } }
  const transactions = [airdrop, tickets, nft('000 Tickets')].map((transfer) =>
    testTransaction({ operationType: 'receive', transfers: [transfer] }),
  )
  await openActivity(testHistory(transactions))
  await expect.element(page.getByText('Received').first()).toBeVisible()
  expect(rows().map((_, index) => rowText(index).split(' | ').at(-1))).toEqual([
    '+1 “\u2068000 USDC\u2069”',
    '+3 “\u2068000 Tickets\u2069”',
    '+ “\u2068000 Tickets\u2069”',
  ])
})

test('the answers of these tests have the shape of the api', async () => {
  const { coverage, stop, transactions } = testHistory()
  onTestFinished(stop)
  const answer = { data: transactions, next: null, coverage }
  expect(await getHistory.response['~standard'].validate(answer)).toMatchObject({ value: answer })
})

test('[3.3] rows stand under their year and month, newest first', async () => {
  const { modal } = await openActivity(testHistory())
  await expect.element(page.getByRole('heading', { name: 'November' })).toBeVisible()
  const headings = [...inside(modal, '.activity').querySelectorAll('h3, h4')]
  expect(headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
    ...['H3 2026', 'H4 November', 'H4 October'],
    ...['H3 2025', 'H4 December'],
  ])
  const lists = page.getByRole('tabpanel').getByRole('list').elements()
  expect(lists.map((list) => [list.ariaLabel, list.childElementCount])).toEqual([
    ['November 2026', 4],
    ['October 2026', 2],
    ['December 2025', 1],
  ])
})

test('[9.21] tabs follow the arrow keys, Home and End; one of them is in the tab order', async () => {
  const { modal } = await openAccount(testHistory())
  await tab('Tokens').click()
  const stops = () =>
    page
      .getByRole('tab')
      .elements()
      .map((one) => (one as HTMLElement).tabIndex)
  const selected = () => inside(modal, '[role=tab][aria-selected=true]').textContent
  expect(stops()).toEqual([0, -1, -1])
  for (const [key, name] of [
    ['ArrowRight', 'NFTs'],
    ['ArrowRight', 'Activity'],
    ['ArrowRight', 'Tokens'],
    ['ArrowLeft', 'Activity'],
    ['Home', 'Tokens'],
    ['End', 'Activity'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    expect(selected(), key).toBe(name)
    expect(modal.element.shadowRoot?.activeElement?.textContent).toBe(name)
  }
  expect(stops()).toEqual([-1, -1, 0])
  await expect.element(page.getByText('Received')).toBeVisible()
  await userEvent.keyboard('{Tab}')
  expect(modal.element.shadowRoot?.activeElement?.ariaLabel).toBe('Refresh activity')
})

test('[2.4] nothing of a history is read before its tab is selected; the tab lasts as long as the account', async () => {
  const history = testHistory()
  const { modal } = await openAccount(history)
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Ether' })).toBeVisible()
  expect(history.asked).toHaveLength(0)
  await tab('Activity').click()
  await expect.element(page.getByText('Received')).toBeVisible()
  await tab('Tokens').click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Ether' })).toBeVisible()
  await tab('Activity').click()
  modal.close()
  await expect.poll(() => inside<HTMLDialogElement>(modal, 'dialog').open).toBe(false)
  history.transactions = [testTransaction({ operationType: 'stake' }), ...history.transactions]
  await modal.open('Account')
  await expect.element(page.getByText('Staked')).toBeVisible()
})

test.each([
  ['the api is missing', { options: { apiUrl: undefined } }],
  ['the network is not offered', { wallet: { chainId: 'eip155:999' } }],
] satisfies [string, Kit][])('[9.20] [9.21] no tabs when %s', async (_, kit) => {
  await openAccount(testHistory(), kit as Kit)
  await expect.element(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  if (!('wallet' in kit))
    await expect.element(page.getByRole('heading', { name: 'Tokens' })).toBeVisible()
  expect(page.getByRole('tab').elements()).toHaveLength(0)
})

test('[9.20] [2.4] no Activity tab when the feature is off', async () => {
  await openAccount(testHistory(), { options: { features: { history: false } } } as Kit)
  await expect.element(tab('NFTs')).toBeVisible()
  expect(
    page
      .getByRole('tab')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Tokens', 'NFTs'])
})

test('loads page after page as the end comes near, each row once', async () => {
  const history = testHistory(many(120))
  const { modal } = await openActivity(history)
  await expect.poll(() => rows().length).toBeGreaterThan(49)
  const scroll = inside<HTMLElement>(modal, '.scroll')
  await expect
    .poll(() => {
      scroll.scrollTo({ top: scroll.scrollHeight })
      return rows().length
    })
    .toBe(120)
  expect(history.asked).toHaveLength(3)
  expect(rowText(119)).toContain('+1 ETH')
  await expect
    .element(page.getByText('Since Nov 1, 2025. Not shown: coins sent by contracts.'))
    .toBeVisible()
})

test('a button loads the next page where the browser does not observe', async () => {
  const observer = globalThis.IntersectionObserver
  onTestFinished(() => {
    globalThis.IntersectionObserver = observer
  })
  Reflect.deleteProperty(globalThis, 'IntersectionObserver')
  await openActivity(testHistory(many(60)))
  await expect.poll(() => rows().length).toBe(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows().length).toBe(60)
})

test('[3.4] spam is hidden, and shown on demand', async () => {
  const spam = testTransaction({ operationType: 'receive', transfers: [nft('Claim now', true)] })
  const { modal } = await openActivity(testHistory([spam, ...someTransactions()]))
  await expect.element(page.getByText('Received')).toBeVisible()
  expect(rows()).toHaveLength(7)
  await page.getByRole('button', { name: 'Show spam (1)' }).click()
  await expect.element(page.getByText('Claim now')).toBeVisible()
  await page.getByRole('button', { name: 'Hide spam' }).click()
  await expect.poll(() => rows().length).toBe(7)
  expect(inside(modal, '.activity').textContent).not.toContain('Claim now')
})

test('empty: one line, and what the api can not see', async () => {
  const history = testHistory([])
  history.coverage = { from: '2026-01-02T12:00:00Z', internalTransfers: true, backfill: 0.429 }
  const { modal } = await openActivity(history)
  await expect.element(page.getByText('No activity on Ethereum yet.')).toBeVisible()
  await expect
    .element(page.getByText('Since Jan 2, 2026. Older activity is still being read: 42%.'))
    .toBeVisible()
  await expectAccessible(modal)
})

test('one line says what the api can not see, in plain words and each once', async () => {
  const history = testHistory()
  history.coverage = {
    from: '2026-01-02T12:00:00Z',
    internalTransfers: false,
    unseen: ['approvals', 'past-coins', 'token-accounts', 'failed', 'a-newer-kind', 'another-one'],
  }
  await openActivity(history)
  const line =
    'Since Jan 2, 2026. Not shown: coins sent by contracts, approvals, older transfers of ETH, some of the tokens, failed transactions, and some other activity.'
  await expect.element(page.getByText(line, { exact: true })).toBeInTheDocument()
})

test('loading: skeletons, in a list that moves nothing when it comes', async () => {
  const gate = open()
  // Fewer rows than the space that is kept.
  const history = testHistory(many(3))
  history.answer = () => gate.promise.then(() => undefined)
  const { modal } = await openActivity(history)
  await expect.element(page.getByRole('tabpanel').getByText('Loading')).toBeInTheDocument()
  const top = () => inside(modal, '.account-panel').getBoundingClientRect().top
  await expectAccessible(modal)
  const before = top()
  gate.resolve()
  await expect.element(page.getByText('Received').first()).toBeVisible()
  expect(top()).toBe(before)
})

test('[4.27] [8.2] error: Failed to fetch transactions empties the list, tracks an event, and can be retried', async () => {
  const history = testHistory()
  const { foyer, modal } = await openActivity(history)
  await expect.element(page.getByText('Received')).toBeVisible()
  const tracked: string[] = []
  foyer.events.on('track', ({ event }) => tracked.push(event))
  history.answer = async () => refuse(400, 'transactions-failed')
  await page.getByRole('button', { name: 'Refresh activity' }).click()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Failed to fetch transactions')
  expect(rows()).toHaveLength(0)
  expect(tracked).toContain('ERROR_FETCH_TRANSACTIONS')
  await expectAccessible(modal)
  history.answer = async () => undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Received')).toBeVisible()
})

test('error: says that the browser is offline, and reads again when it is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => online.mockRestore())
  const history = testHistory()
  history.answer = async () => refuse(400, 'transactions-failed')
  await openActivity(history)
  await expect.element(page.getByText('You seem to be offline.')).toBeVisible()
  history.answer = async () => undefined
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Received')).toBeVisible()
})

test('a network that the api does not read is no failure: one honest sentence, no retry', async () => {
  const history = testHistory()
  history.answer = async () => refuse(400, 'chain-unsupported')
  const { modal } = await openActivity(history)
  await expect.element(page.getByText('Activity on Ethereum is not available yet.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(0)
  await expectAccessible(modal)
})

test('another network shows its own history, never the rows of the last one', async () => {
  const history = testHistory()
  const { wallet } = await openActivity(history)
  await expect.element(page.getByText('Received')).toBeVisible()
  history.transactions = [testTransaction({ operationType: 'burn' })]
  wallet.listener?.onChain('eip155:8453')
  await expect.element(page.getByText('Burned')).toBeVisible()
  expect(rows()).toHaveLength(1)
  expect(history.asked.at(-1)?.searchParams.get('chainId')).toBe('eip155:8453')
})

test('a transaction just sent is pending on top until the history lists it', async () => {
  const history = testHistory([])
  const { foyer } = await openActivity(history)
  await expect.element(page.getByText('No activity on Ethereum yet.')).toBeVisible()
  const hash = `0x${'ab'.repeat(32)}`
  foyer.store.set((state) => ({
    ...state,
    details: {
      eip155: {
        ...state.details.eip155!,
        transactions: [{ hash, chainId: 'eip155:1', sentAt: Date.now(), status: 'pending' }],
      },
    },
  }))
  await expect.poll(() => rowText(0)).toBe('Pending | 0xabab…abab')
  history.transactions = [
    testTransaction({ hash, operationType: 'send', transfers: [coins('out', '2')] }),
  ]
  await expect.poll(() => rowText(0)).toBe('Sent | To 0x7099…79C8 | −2 ETH')
  expect(rows()).toHaveLength(1)
})

test('long: sixty digits and endless names fit a narrow phone', async () => {
  await page.viewport(320, 640)
  onTestFinished(() => page.viewport(414, 896))
  const named = dollars('in', `${'9'.repeat(60)}.123456`, router)
  const unreasonable = { name: 'Unreasonable', symbol: 'UNREASONABLYLONG', icon: { url: '' } }
  const { modal } = await openActivity(
    testHistory([
      testTransaction({
        operationType: 'trade',
        transfers: [
          { ...named, fungible_info: unreasonable },
          coins('out', '123456789012.123456789012345678', router),
          nft('The Collection With the Longest Name of All #115792089237316195'),
        ],
      }),
    ]),
  )
  await expect.element(page.getByText('1 more')).toBeVisible()
  const scroll = inside<HTMLElement>(modal, '.scroll')
  expect(scroll.scrollWidth).toBe(scroll.clientWidth)
  const row = inside(modal, '.activity .row').getBoundingClientRect()
  for (const part of inside(modal, '.activity .row').querySelectorAll('.activity-end, .row-text')) {
    const { left, right } = part.getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(row.left)
    expect(right).toBeLessThanOrEqual(row.right)
  }
  await expectAccessible(modal)
})

test('speaks Arabic from right to left, with amounts in their own direction', async () => {
  await openTallWindow()
  const { modal } = await openActivity(testHistory(), { locale: 'ar' })
  await expect.element(page.getByRole('listitem').getByText('استلام')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'نوفمبر' })).toBeVisible()
  const image = inside(modal, '.activity .logo').getBoundingClientRect()
  const text = inside(modal, '.activity .row-text').getBoundingClientRect()
  expect(image.left).toBeGreaterThan(text.left)
  await expectAccessible(modal)
})

test('speaks Spanish', async () => {
  await openActivity(testHistory(), { locale: 'es' })
  await expect.element(page.getByText('Intercambiado')).toBeVisible()
  await expect.element(page.getByText('De 0x7099…79C8')).toBeVisible()
})
