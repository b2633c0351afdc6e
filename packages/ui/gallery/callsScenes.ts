import type { Adapter, Calls, CallsStatus } from '@foyer/core'
import { testFoyer } from '../src/testFoyer.test.kit.ts'
import { nativeToken } from '../src/views/account/testTokens.test.kit.ts'
import type { Scene } from './scene.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const done: Omit<CallsStatus, 'id'> = {
  ...{ chainId: 'eip155:1', isAtomic: true, status: 'success' },
  receipts: [{ hash: hash('a'), status: 'success', blockNumber: 1n }],
}

/** A wallet that answers so about its calls; undefined: it does not answer yet. */
function scene(answer: Omit<CallsStatus, 'id'> | 'failing' | undefined): Scene {
  const calls: Partial<Calls> = {
    async getStatus() {
      if (answer === undefined) return new Promise<never>(() => {})
      if (answer === 'failing') throw new Error('no answer')
      return answer
    },
  }
  const adapter: Partial<Adapter> = { calls: async () => calls as Calls }
  return {
    async kit() {
      const { foyer } = await testFoyer({ wallet: { balance: 10n ** 18n, tokens: [nativeToken] } })
      Object.assign(foyer.adapters.eip155 ?? {}, adapter)
      return foyer
    },
    async show(modal) {
      const { openCalls } = await import('../src/views/calls/openCalls.ts')
      await openCalls(modal, { id: '0xid' })
    },
  }
}

export const callsScenes: Readonly<Record<string, Scene>> = {
  'calls-loading': scene(undefined),
  'calls-pending': scene({ ...done, status: 'pending', receipts: [] }),
  'calls-done': scene(done),
  'calls-part': scene({
    ...{ ...done, isAtomic: false, status: 'partial' },
    receipts: ['a', 'b', 'c'].map((digit) => ({
      ...{ hash: hash(digit), blockNumber: 1n },
      status: digit === 'c' ? ('reverted' as const) : ('success' as const),
    })),
  }),
  'calls-failed': scene({
    ...{ ...done, status: 'failure' },
    receipts: [{ hash: hash('a'), status: 'reverted', blockNumber: 1n }],
  }),
  'calls-error': scene('failing'),
}
