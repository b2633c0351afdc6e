import { openSwap } from '@foyer/core'
import type { Modal } from '../src/modal.ts'
import { address } from '../src/testFoyer.test.kit.ts'
import {
  baseDollar,
  dollar,
  ether,
  refuse,
  type TestSwaps,
  testSwapFoyer,
  testSwaps,
  unlisted,
} from '../src/views/swap/testSwaps.test.kit.ts'
import type { Scene } from './scene.ts'

const never = () => new Promise<never>(() => {})
const form = { from: ether, to: dollar, amount: '0.5' }
const spending = { from: dollar, to: ether, amount: '120.25' }

function scene(
  change: (swaps: TestSwaps) => void,
  fill: Parameters<ReturnType<typeof openSwap>['change']>[0] = form,
  then: (modal: Modal, swap: ReturnType<typeof openSwap>) => Promise<void> = async () => {},
): Scene {
  return {
    async kit() {
      const swaps = testSwaps()
      change(swaps)
      return testSwapFoyer(swaps)
    },
    async show(modal, foyer) {
      await modal.open('Swap')
      const swap = openSwap(foyer)
      swap.change(fill)
      await then(modal, swap)
    },
  }
}

const isAt = async (swap: ReturnType<typeof openSwap>, ...statuses: string[]) => {
  while (!statuses.includes(swap.store.get().status))
    await new Promise((resolve) => setTimeout(resolve, 20))
}
const review = async (modal: Modal, swap: ReturnType<typeof openSwap>) => {
  await isAt(swap, 'quoted')
  modal.router.push('SwapReview')
}
const submit = async (modal: Modal, swap: ReturnType<typeof openSwap>) => {
  await review(modal, swap)
  swap.submit()
}

const across = { from: ether, to: baseDollar, amount: '0.5' }

/** A swap across networks of an earlier visit. */
const crossing = {
  ...{ hash: `0x${'ab'.repeat(32)}`, address, chainId: 'eip155:1', toChainId: 'eip155:8453' },
  ...{ from: ether, to: baseDollar, amount: '500000000000000000', toAmount: '1485000000' },
  ...{ source: { id: 'uniswap-v2', name: 'Harbour' }, sentAt: Date.now(), durationSeconds: 240 },
  status: 'pending',
}
const ended = (status: string) => ({
  status,
  received: {
    ...{ hash: `0x${'cd'.repeat(32)}`, token: baseDollar.address, amount: '1490000000' },
    checkedBy: 'chain',
  },
})
const remembered = (change: (one: typeof crossing) => object) =>
  scene((swaps) => {
    swaps.stored.set('foyer.1.test.crossings', JSON.stringify([change(crossing)]))
  })

export const swapScenes: Readonly<Record<string, Scene>> = {
  swap: scene(() => {}),
  'swap-empty': scene(() => {}, { from: ether }),
  'swap-loading': scene((swaps) => {
    swaps.answer = (path) => (path.endsWith('/quotes') ? never() : Promise.resolve(undefined))
  }),
  'swap-no-liquidity': scene((swaps) => {
    swaps.answer = async (path) =>
      path.endsWith('/quotes') ? refuse(400, 'insufficient-liquidity') : undefined
  }),
  'swap-no-balance': scene(() => {}, { ...form, amount: '20' }),
  'swap-failed': scene((swaps) => {
    swaps.answer = async (path) => (path.endsWith('/tokens') ? refuse(400, 'away') : undefined)
  }),
  'swap-impact': scene(
    (swaps) => {
      swaps.priceImpact = 12.34
    },
    { from: ether, to: unlisted, amount: '0.123456789012345678' },
  ),
  'swap-review': scene(() => {}, form, review),
  'swap-review-token': scene(() => {}, spending, review),
  'swap-approving': scene(
    (swaps) => {
      swaps.wallet = never
    },
    spending,
    submit,
  ),
  'swap-batch': scene(
    (swaps) => {
      swaps.way = 'batch'
      swaps.wallet = never
    },
    spending,
    submit,
  ),
  'swap-signing': scene(
    (swaps) => {
      swaps.way = 'signature'
      swaps.wallet = never
    },
    spending,
    submit,
  ),
  'swap-review-permit2': scene(
    (swaps) => {
      swaps.way = 'permit2'
    },
    spending,
    review,
  ),
  'swap-signing-permit2': scene(
    (swaps) => {
      swaps.way = 'permit2'
      swaps.allowance = 10n ** 30n
      swaps.wallet = never
    },
    spending,
    submit,
  ),
  'swap-across': scene(() => {}, across),
  'swap-across-review': scene(() => {}, across, review),
  'swap-across-way': scene(() => {}, across, submit),
  'swap-across-late': remembered((crossing) => ({ ...crossing, sentAt: 0 })),
  'swap-across-received': remembered((crossing) => ({ ...crossing, ...ended('received') })),
  'swap-across-long': remembered((crossing) => ({
    ...{ ...crossing, ...ended('partial'), amount: '123456789012345678901' },
    source: { id: 'a', name: 'A source with quite a long name Ltd' },
  })),
  'swap-across-failed': remembered((crossing) => ({ ...crossing, status: 'failed' })),
  'swap-across-tokens': scene(
    () => {},
    { from: ether },
    async (modal) => {
      modal.router.push('SwapTokens', { side: 'to' })
    },
  ),
  'swap-permit-invalid': scene(
    (swaps) => {
      swaps.way = 'signature'
      swaps.answer = async (path) =>
        path.endsWith('/build-transaction') ? refuse(400, 'permit-invalid') : undefined
    },
    spending,
    submit,
  ),
  'swap-rejected': scene(
    (swaps) => {
      swaps.wallet = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    },
    form,
    submit,
  ),
  'swap-done': scene(() => {}, form, submit),
  'swap-tokens': scene(
    () => {},
    { from: ether },
    async (modal) => {
      modal.router.push('SwapTokens', { side: 'to' })
    },
  ),
}
