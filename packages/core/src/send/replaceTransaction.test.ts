import { expect, test } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { connect } from '../connection/connect.ts'
import { testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { listReplacements, replaceTransaction } from './replaceTransaction.ts'
import type { Transfers } from './transfers.ts'

/** An instance whose wallet used the place of the first transaction, or did not, or nobody knows. */
async function connected(isReplaced: boolean | undefined) {
  const transfers = { replace: async () => ({ hash: '0xnext', isReplaced }) }
  const foyer = testFoyer({
    networks: [testNetwork()],
    adapter: { transfers: async () => transfers as Partial<Transfers> as Transfers },
  })
  await connect(foyer, { connector: testWallet().connector })
  return foyer
}

test.each([
  ['used the place', true, ['speed-up', 'cancel']],
  ['used another place', false, []],
] as const)('a wallet that %s is known from then on', async (_, isReplaced, offered) => {
  const foyer = await connected(isReplaced)
  expect(await listReplacements(foyer)).toEqual(['cancel'])
  const next = await replaceTransaction(foyer, { hash: '0xfirst', kind: 'cancel' })
  expect(next).toEqual({ hash: '0xnext', isReplaced })
  expect(await listReplacements(foyer)).toEqual(offered)
})

test('nothing is stored about a wallet while the chain does not show the new transaction, which is followed', async () => {
  const foyer = await connected(undefined)
  const next = await replaceTransaction(foyer, { hash: '0xfirst', kind: 'cancel' })
  expect(next).toEqual({ hash: '0xnext', isReplaced: undefined })
  expect(await listReplacements(foyer)).toEqual(['cancel'])
  expect(readAccount(foyer).transactions).toMatchObject([{ hash: '0xnext', status: 'pending' }])
})
