import type { Adapter, Calls, CallsStatus } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, makeModal } from '../../makeModal.test.kit.ts'
import { showCalls } from '../../showCalls.ts'
import { testFoyer } from '../../testFoyer.test.kit.ts'

const hash = `0x${'ab'.repeat(32)}`
const done: Omit<CallsStatus, 'id'> = {
  ...{ chainId: 'eip155:1', isAtomic: true, status: 'success' },
  receipts: [{ hash, status: 'success', blockNumber: 1n }],
}

/** A modal, and a wallet that answers about its calls in turn; `shows`: it shows them itself. */
async function open(
  answers: readonly (Omit<CallsStatus, 'id'> | Error)[],
  { locale, shows }: { locale?: string; shows?: string[] } = {},
) {
  const kit = await testFoyer()
  let count = 0
  const calls: Partial<Calls> = {
    async getStatus() {
      const answer = answers[Math.min(count++, answers.length - 1)]!
      if (answer instanceof Error) throw answer
      return answer
    },
    async show({ id }) {
      if (!shows) throw new FoyerError('unsupported-method')
      shows.push(id)
    },
  }
  const adapter: Partial<Adapter> = { calls: async () => calls as Calls }
  Object.assign(kit.foyer.adapters.eip155 ?? {}, adapter)
  const modal = makeModal(kit.foyer, { locale })
  return { ...kit, modal }
}

test('shows calls until they are done, with their transactions, above the account', async () => {
  const { modal } = await open([{ ...done, status: 'pending', receipts: [] }, done])
  await showCalls(modal, { id: '0xid' })
  await expect.element(page.getByText('Waiting for the network')).toBeVisible()
  await expect.element(page.getByText('All of it happened.')).toBeVisible()
  await expect.element(page.getByText('Transaction 1')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy transaction' })).toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect.poll(() => page.getByText('All of it happened.').query()).toBe(null)
  // The account is still there.
  expect(modal.router.read().view).toBe('Account')
  modal.close()
})

test('says that none or a part of it happened, and reads again after a failure', async () => {
  const reverted = { hash, status: 'reverted', blockNumber: 1n } as const
  const { modal } = await open([
    new Error('no answer'),
    {
      ...done,
      isAtomic: false,
      status: 'partial',
      receipts: [done.receipts[0]!, { ...reverted, hash: `${hash.slice(0, -1)}c` }],
    },
  ])
  await showCalls(modal, { id: '0xid' })
  await expect.element(page.getByText('The status could not be read')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Only a part happened')).toBeVisible()
  await expect.element(page.getByText('Failed')).toBeVisible()
  modal.close()
})

test('leaves it to a wallet that shows it itself, and forgets it when the modal closes', async () => {
  const shows: string[] = []
  const first = await open([done], { shows })
  await showCalls(first.modal, { id: '0xid' })
  expect(shows).toEqual(['0xid'])
  expect(first.modal.store.get().open).toBe(false)

  const { modal } = await open([done], { locale: 'ar' })
  await showCalls(modal, { id: '0xid' })
  await expect.element(page.getByText('حدث كل شيء.')).toBeVisible()
  modal.close()
  await modal.open('Account')
  await expect.poll(() => page.getByText('حدث كل شيء.').query()).toBe(null)
  modal.close()
})

test('shows what an embedded wallet asks to show, once', async () => {
  const { foyer, modal } = await open([done])
  const shown: string[] = []
  foyer.store.set((state) => ({
    ...state,
    approvals: [
      {
        ...{ id: 'a', method: 'wallet_showCallsStatus' },
        calls: {
          id: '0xid',
          onShown() {
            shown.push('0xid')
            foyer.store.set((now) => ({ ...now, approvals: [] }))
          },
        },
      },
    ],
  }))
  await expect.element(page.getByText('All of it happened.')).toBeVisible()
  expect([shown, modal.router.read().view]).toEqual([['0xid'], 'Account'])
  modal.close()
})
