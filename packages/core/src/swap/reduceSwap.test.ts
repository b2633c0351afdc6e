import { FoyerError } from '@foyer/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reduceSwap, type SwapEvent } from './reduceSwap.ts'
import { withSlippage } from './swapOffer.ts'
import { emptyForm, idleSwap, readOfferOf, type SwapState } from './swapState.ts'
import { coin, dollars, router, testOffer, testRequest } from './testSwap.test.kit.ts'

const form = { from: coin, to: dollars, amount: '1', slippage: 1 }
const request = testRequest()
const change = { type: 'change', form, request } as const
const spends = { allowanceTarget: router }
const quotes = (at: number, ...offers: ReturnType<typeof testOffer>[]) =>
  ({ type: 'quotes', at, offers: offers.length > 0 ? offers : [testOffer()] }) as const
const transactions = [{}] as never[]
const built = {
  type: 'built',
  transactions,
  toAmount: 3_000n,
  minToAmount: 2_970_000_000n,
} as const
const error = new FoyerError('http-failed')
const run = (...events: SwapEvent[]) => events.reduce(reduceSwap, idleSwap)

test('swaps coins without an approval', () => {
  const quoted = run(change, quotes(0))
  expect(quoted).toMatchObject({ status: 'quoted', request, isMoved: false })
  const swapping = reduceSwap(quoted, { type: 'submit', at: 10 })
  expect(swapping).toMatchObject({ status: 'swapping', step: { name: 'building' } })
  const sent = [built, { type: 'sent', hash: '0x1' }] as const
  expect(sent.reduce<SwapState>(reduceSwap, swapping)).toMatchObject({
    status: 'swapping',
    step: { name: 'mining', hash: '0x1' },
  })
  const done = run(change, quotes(0), { type: 'submit', at: 10 }, ...sent, {
    type: 'mined',
    at: 20,
  })
  expect(done).toMatchObject({ status: 'done', hash: '0x1', toAmount: 3_000n })
  // A new swap begins with the same tokens.
  expect(reduceSwap(done, { type: 'dismiss' })).toEqual({
    status: 'idle',
    form: { ...form, amount: '' },
  })
})

test('approves first, in order, and swaps at once if the quote is still fresh', () => {
  const two = [{ id: 0 }, { id: 1 }] as never[]
  const approving = run(change, quotes(0, testOffer(spends)), { type: 'submit', at: 10 })
  expect(approving).toMatchObject({ status: 'approving', step: { name: 'building' } })
  const first = [
    { type: 'built', transactions: two },
    { type: 'sent', hash: '0x1' },
  ] as const
  const reset = [...first, { type: 'mined', at: 20 } as const].reduce<SwapState>(
    reduceSwap,
    approving,
  )
  expect(reset).toMatchObject({
    status: 'approving',
    step: { name: 'wallet', transactions: [{ id: 1 }] },
  })
  const events = [{ type: 'sent', hash: '0x2' } as const, { type: 'mined', at: 30 } as const]
  expect(events.reduce<SwapState>(reduceSwap, reset)).toMatchObject({
    status: 'swapping',
    approved: router,
    step: { name: 'building' },
  })
  expect(reduceSwap(approving, { type: 'allowed', at: 20 })).toMatchObject({ status: 'swapping' })
})

test('asks for new quotes if the approval took too long, and goes on if they are as good', () => {
  const late: SwapEvent[] = [
    change,
    quotes(0, testOffer(spends)),
    { type: 'submit', at: 10 },
    { type: 'built', transactions },
    { type: 'sent', hash: '0x1' },
    { type: 'mined', at: 1_000 },
  ]
  const quoting = run(...late)
  expect(quoting).toMatchObject({ status: 'quoting', agreed: { least: 2_970_000_000n } })
  const next = (minToAmount: bigint, id = 'pool') =>
    reduceSwap(quoting, quotes(1_100, testOffer({ ...spends, id, minToAmount, expiresAt: 9_000 })))
  const lowest = withSlippage(2_970_000_000n, 1)
  // The approval is not asked for again.
  expect(next(lowest)).toMatchObject({ status: 'swapping' })
  expect(next(lowest - 1n)).toMatchObject({ status: 'quoted', isMoved: true })
  expect(next(lowest, 'another')).toMatchObject({ status: 'quoted', isMoved: true })
})

test('a stale quote is never begun: it is asked for again', () => {
  const stale = run(change, quotes(0), { type: 'submit', at: 1_000 })
  expect(stale).toMatchObject({ status: 'quoting', agreed: { source: 'pool' } })
  expect(reduceSwap(stale, quotes(1_000, testOffer({ expiresAt: 2_000 })))).toMatchObject({
    status: 'swapping',
  })
  // Nor together with its approval, if the wallet took long to say that it can.
  const approving = run(change, quotes(0, testOffer(spends)), { type: 'submit', at: 10 })
  const together = { type: 'together', approvals: transactions } as const
  expect(reduceSwap(approving, { ...together, at: 999 })).toMatchObject({ status: 'swapping' })
  expect(reduceSwap(approving, { ...together, at: 1_000 })).toMatchObject({
    status: 'quoting',
    agreed: { source: 'pool' },
  })
})

test('asks the user again when the api builds less, or can no longer build the minimum', () => {
  const swapping = run(change, quotes(0), { type: 'submit', at: 10 })
  for (const event of [
    { type: 'moved' },
    { ...built, minToAmount: withSlippage(2_970_000_000n, 1) - 1n },
  ] satisfies SwapEvent[]) {
    const moved = reduceSwap(swapping, event)
    expect(moved).toMatchObject({ status: 'quoting', agreed: undefined, isMoved: true })
    const again = reduceSwap(moved, quotes(20))
    expect(again).toMatchObject({ status: 'quoted', isMoved: true })
    // Also after the next refresh.
    expect(reduceSwap(reduceSwap(again, { type: 'refresh' }), quotes(30))).toMatchObject({
      isMoved: true,
    })
  }
})

test('a rejection loses nothing, and submit asks again', () => {
  const before = run(change, quotes(0, testOffer(spends)), { type: 'submit', at: 10 })
  const rejected = reduceSwap(reduceSwap(before, { type: 'built', transactions }), {
    type: 'rejected',
  })
  expect(rejected).toMatchObject({ status: 'rejected', stage: 'approve', form, request })
  expect(reduceSwap(rejected, { type: 'submit', at: 20 })).toMatchObject({ status: 'approving' })
  expect(reduceSwap(rejected, { type: 'dismiss' })).toMatchObject({ status: 'quoting', form })
})

test('a failure keeps the form, and names what was sent', () => {
  const sent = [{ type: 'submit', at: 10 }, built, { type: 'sent', hash: '0x1' }] as const
  expect(run(change, quotes(0), ...sent, { type: 'failed', error })).toMatchObject({
    status: 'failed',
    stage: 'swap',
    hash: '0x1',
    form,
  })
  const unquoted = run(change, { type: 'failed', error })
  expect(unquoted).toMatchObject({ status: 'failed', stage: 'quote' })
  expect(reduceSwap(unquoted, { type: 'refresh' })).toMatchObject({ status: 'quoting' })
})

test('another account or network ends quotes, not what the wallet was asked', () => {
  const empty = { status: 'idle', form: emptyForm }
  expect(run(change, { type: 'leave' })).toEqual(empty)
  expect(run(change, quotes(0), { type: 'leave' })).toEqual(empty)
  const submitted = [change, quotes(0), { type: 'submit', at: 10 }] as const
  expect(run(...submitted, { type: 'leave' })).toEqual(empty)
  const asked = [...submitted, built, { type: 'leave' }] as const
  expect(run(...asked)).toMatchObject({ status: 'swapping', isLeft: true })
  expect(run(...asked, { type: 'rejected' })).toEqual(empty)
  expect(run(...asked, { type: 'sent', hash: '0x1' }, { type: 'mined', at: 20 })).toMatchObject({
    status: 'done',
  })
  // The approval of an account that was left is the last step.
  const approval = [change, quotes(0, testOffer(spends)), { type: 'submit', at: 10 }] as const
  const left = [
    { type: 'built', transactions },
    { type: 'sent', hash: '0x1' },
    { type: 'leave' },
    { type: 'mined', at: 20 },
  ] as const
  expect(run(...approval, ...left)).toEqual(empty)
})

const offer = fc.record({
  id: fc.constantFrom('a', 'b'),
  minToAmount: fc.bigInt({ min: 1n, max: 2_000n }),
  expiresAt: fc.nat(100),
  allowanceTarget: fc.constantFrom(undefined, router),
})
/** Any event, at a moment that never goes back. */
const event = fc.oneof(
  fc
    .constantFrom<SwapEvent['type']>('change', 'leave', 'dismiss', 'refresh', 'moved', 'rejected')
    .map((type) => ({ type })),
  fc.record({
    type: fc.constantFrom(
      ...(['submit', 'allowed', 'mined', 'sent', 'failed'] as const),
      ...(['permit', 'signed', 'together', 'apart'] as const),
    ),
  }),
  fc.record({ type: fc.constant('choose'), source: fc.constantFrom(undefined, 'a', 'b') }),
  fc.record({
    type: fc.constant('quotes'),
    offers: fc.array(offer, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ type: fc.constant('built'), minToAmount: fc.bigInt({ min: 1n, max: 2_000n }) }),
)

test('in any order of events, nothing is signed that the user has not agreed to', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let state: SwapState = idleSwap
      let agreed: { source: string | undefined; least: bigint } | undefined
      for (const [at, given] of events.entries()) {
        const full = {
          ...{ at, form, request, error, hash: '0x1', transactions, toAmount: 1n },
          ...{ approvals: transactions, signature: '0x51' },
          permit: { deadline: '1', typedData: {} },
          ...given,
          offers: 'offers' in given ? given.offers.map(testOffer) : [],
        } as unknown as SwapEvent
        const before = state
        state = reduceSwap(before, full)
        if (full.type === 'submit') {
          const shown = 'offers' in before ? readOfferOf(before) : undefined
          if (state !== before)
            agreed = { source: shown?.source.id, least: shown?.minToAmount ?? 0n }
        }
        const isBusy = before.status === 'approving' || before.status === 'swapping'
        const runs = state.status === 'approving' || state.status === 'swapping'
        // While the wallet or the network has it, the form and other offers change nothing.
        if (
          isBusy &&
          ['change', 'choose', 'quotes', 'submit', 'refresh', 'dismiss'].includes(full.type)
        )
          expect(state).toBe(before)
        if ('step' in state && runs && state.step.name === 'building' && before !== state) {
          const used = readOfferOf(state)
          expect(used?.source.id).toBe(agreed?.source)
          expect(used?.expiresAt).toBeGreaterThan(at)
          expect(used?.minToAmount).toBeGreaterThanOrEqual(withSlippage(agreed?.least ?? 0n, 1))
        }
        if (state.status === 'swapping' && state.step.name === 'wallet' && full.type === 'built')
          expect(full.minToAmount).toBeGreaterThanOrEqual(withSlippage(agreed?.least ?? 0n, 1))
        // An approval is sent to the wallet only for an offer that needs one.
        if (state.status === 'approving') expect(readOfferOf(state)?.allowanceTarget).toBe(router)
        if (full.type === 'rejected' || full.type === 'failed')
          expect([form, emptyForm, { ...form, amount: '' }]).toContainEqual(state.form)
        if (state.status === 'idle' || state.status === 'done') agreed = undefined
        if (full.type === 'leave' && !runs) expect(state.status).toBe('idle')
      }
    }),
  )
})
