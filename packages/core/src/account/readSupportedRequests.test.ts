import { expect, test } from 'vitest'
import { connect } from '../connection/connect.ts'
import { testFoyer, testWallet } from '../testFoyer.test.kit.ts'
import { readSupportedRequests } from './readSupportedRequests.ts'

test('lists what the adapter supports and the wallet allows; nothing while disconnected', async () => {
  const foyer = testFoyer({
    adapter: {
      send: async () => '0x1',
      sendTransaction: async () => '0x1',
      signMessage: async () => '0x1',
    },
  })
  const allowed = () =>
    Object.entries(readSupportedRequests(foyer)).flatMap(([name, is]) => (is ? [name] : []))
  expect(allowed()).toEqual([])
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  expect(allowed()).toEqual(['signMessage', 'sendTransaction', 'send'])
  const before = readSupportedRequests(foyer)
  wallet.emit.onScope({ methods: ['eth_sendTransaction', 'personal_sign'] })
  expect(readSupportedRequests(foyer)).toBe(before)
  wallet.emit.onScope({ methods: ['eth_sendTransaction'] })
  expect(allowed()).toEqual(['sendTransaction', 'send'])
  const solana = readSupportedRequests(foyer, 'solana')
  expect(solana.send).toBe(false)
  readSupportedRequests(foyer)
  expect(readSupportedRequests(foyer, 'solana')).toBe(solana)
})
