import { openSwap } from '@foyer/core'
import type { Modal } from '../src/modal.ts'
import {
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
