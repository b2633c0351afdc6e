import { expect, test } from 'vitest'
import { hideSpam } from './hideSpam.ts'
import { testNft, testTransaction } from './testHistory.test.kit.ts'

const [coin] = testTransaction(0).transfers

test('[3.4] a transaction of spam NFTs alone is removed; other NFTs stay', () => {
  const spam = testTransaction(2, { transfers: [testNft(true), testNft(true)] })
  const nft = testTransaction(1, { transfers: [testNft(false)] })
  expect(hideSpam([spam, nft])).toEqual({ transactions: [nft], spamCount: 1 })
})

test('[3.4] what moved or was approved beside spam stays, without the spam', () => {
  const mixed = testTransaction(1, { transfers: [testNft(true), coin!] })
  const approval = { spender: '0x1', quantity: { numeric: '1' } }
  const approved = testTransaction(0, { transfers: [testNft(true)], approvals: [approval] })
  const { spamCount, transactions } = hideSpam([mixed, approved])
  expect(transactions.map(({ transfers }) => transfers)).toEqual([[coin], []])
  expect(spamCount).toBe(2)
})

test('[3.4] a transaction without transfers is no spam', () => {
  const failed = testTransaction(0, { transfers: [] })
  expect(hideSpam([failed])).toEqual({ transactions: [failed], spamCount: 0 })
})
