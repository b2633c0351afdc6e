import { concatHex, encodeAbiParameters, type Hex, pad, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { decodeLogs, logTopics } from './decodeLogs.ts'

const token = '0x00000000000000000000000000000000000000aa'
const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const nobody = '0x0000000000000000000000000000000000000000'
const word = (value: bigint | Hex) =>
  typeof value === 'bigint' ? encodeAbiParameters([{ type: 'uint256' }], [value]) : pad(value)
const log = (topics: (bigint | Hex)[], data: Hex = '0x') => ({
  ...{ address: token, topics: topics.map(word), data },
})
const decode = (...logs: ReturnType<typeof log>[]) => decodeLogs(logs, { wrappedNative: token })

test('uses the topics of the standards', () => {
  const two = 'address,address'
  expect(Object.values(logTopics)).toEqual(
    [
      ...[`Transfer(${two},uint256)`, `Approval(${two},uint256)`, `ApprovalForAll(${two},bool)`],
      `TransferSingle(address,${two},uint256,uint256)`,
      `TransferBatch(address,${two},uint256[],uint256[])`,
      ...['Deposit(address,uint256)', 'Withdrawal(address,uint256)'],
    ].map((event) => toEventSelector(`event ${event}`)),
  )
})

test('decodes the exact amount of a token transfer', () => {
  const amount = 2n ** 256n - 1n
  expect(decode(log([logTopics.transfer, alice, bob], word(amount)))).toEqual([
    { kind: 'token', asset: `erc20:${token}`, sender: alice, receiver: bob, amount },
  ])
})

test('decodes a transfer with an indexed third argument as an ERC-721 transfer', () => {
  expect(decode(log([logTopics.transfer, alice, bob, 2n ** 256n - 1n]))).toEqual([
    {
      ...{ kind: 'nft', sender: alice, receiver: bob, amount: 1n },
      asset: `erc721:${token}/${2n ** 256n - 1n}`,
    },
  ])
})

test('decodes a revoked ApprovalForAll', () => {
  const approve = (isApproved: bigint) =>
    decode(log([logTopics.approvalForAll, alice, bob], word(isApproved)))[0]
  expect(approve(1n)).toMatchObject({ kind: 'approval', asset: `nft:${token}`, amount: 1n })
  expect(approve(0n)).toMatchObject({ kind: 'approval', asset: `nft:${token}`, amount: 0n })
})

test('counts a deposit once when the contract logs a transfer as well', () => {
  const deposit = log([logTopics.deposit, alice], word(5n))
  const made = { kind: 'token', sender: nobody, receiver: alice, amount: 5n }
  expect(decode(deposit)).toMatchObject([made])
  expect(decode(log([logTopics.transfer, nobody, alice], word(5n)), deposit)).toMatchObject([made])
  expect(decodeLogs([deposit], { wrappedNative: bob })).toEqual([])
  expect(decode(log([logTopics.withdrawal, alice], word(4n)))).toMatchObject([
    { kind: 'token', sender: alice, receiver: nobody, amount: 4n },
  ])
})

const two = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const
test.each([
  ['no topic', log([])],
  ['another event', log([1n, alice, bob], word(1n))],
  ['a transfer without an amount', log([logTopics.transfer, alice, bob])],
  [
    'a transfer with more than an amount',
    log([logTopics.transfer, alice, bob], word(1n).concat(word(1n).slice(2)) as Hex),
  ],
  ['a transfer without a receiver', log([logTopics.transfer, alice], word(1n))],
  [
    'a batch of two lengths',
    log([logTopics.transferBatch, alice, alice, bob], encodeAbiParameters(two, [[1n], []])),
  ],
  [
    'a batch that points outside of itself',
    log([logTopics.transferBatch, alice, alice, bob], concatHex([word(2n ** 255n), word(64n)])),
  ],
  ['a batch of nothing', log([logTopics.transferBatch, alice, alice, bob])],
  ['a single one without its amount', log([logTopics.transferSingle, alice, alice, bob], word(1n))],
  ['a deposit of nobody', log([logTopics.deposit], word(1n))],
])('ignores %s', (_, strange) => {
  expect(decode(strange)).toEqual([])
})
