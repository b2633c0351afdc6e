import { signRequest } from '@foyer/decode'
import * as v from 'valibot'
import { hashMessage, hashTypedData, keccak256, serializeTransaction } from 'viem'
import { expect, test } from 'vitest'
import { prepareRequest } from './preparedRequest.ts'

const evm = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const own = { evm, sol: 'So11111111111111111111111111111111111111112' }
const prepare = (request: unknown) => prepareRequest(v.parse(signRequest, request), own)

const typedData = {
  types: {
    EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
    Mail: [{ name: 'text', type: 'string' }],
  },
  primaryType: 'Mail',
  domain: { chainId: 1 },
  message: { text: 'hello' },
} as const
const transaction = (from = evm, chainId = '0x1') => ({
  ...{ type: '0x2', chainId, from, to: other, nonce: '0x1', gas: '0x5208', value: '0x1' },
  ...{ data: '0x', accessList: [], maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1' },
})
const personal = (account = evm) => ({ method: 'personal_sign', params: ['0x68656c6c6f', account] })
const typed = (account = evm, chainId = '0x1') => ({
  ...{ method: 'eth_signTypedData_v4', chainId, params: [account, typedData] },
})
const send = (from = evm, chainId = '0x1') => ({
  ...{ method: 'eth_sendTransaction', chainId, params: [transaction(from)] },
})

test('a digest names exactly the bytes that will be signed', () => {
  expect(prepare(personal()).digest).toBe(hashMessage('hello'))
  expect(prepare(typed()).digest).toBe(hashTypedData(typedData as never))
  const serialized = serializeTransaction({
    ...{ type: 'eip1559', chainId: 1, nonce: 1, gas: 21_000n, to: other, value: 1n },
    ...{ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n },
  })
  expect(prepare(send()).digest).toBe(keccak256(serialized))
})

test('signs the digest with the key of its namespace', async () => {
  const r = new Uint8Array(32).fill(1)
  const s = new Uint8Array(32).fill(2)
  for (const request of [personal(), typed(), send()]) {
    const prepared = prepare(request)
    const asked: Uint8Array[] = []
    const signed = await prepared.sign({
      evm(digest) {
        asked.push(digest)
        return { r, s, yParity: 1 }
      },
      sol: () => expect.fail('another chain family'),
    })
    expect(asked.map((digest) => `0x${Buffer.from(digest).toString('hex')}`)).toEqual([
      prepared.digest,
    ])
    expect(signed).toContain('02'.repeat(32))
  }
})

const batch = (calls: object[] = [transaction(), { ...transaction(), nonce: '0x2' }]) => ({
  ...{ method: 'wallet_sendCalls', chainId: '0x1', params: [{ from: evm, calls }] },
})

test('one digest names all transactions of a batch, and each is signed', async () => {
  const serialized = [1, 2].map((nonce) =>
    serializeTransaction({
      ...{ type: 'eip1559', chainId: 1, nonce, gas: 21_000n, to: other, value: 1n },
      ...{ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n },
    }),
  )
  const prepared = prepare(batch())
  const asked: string[] = []
  const r = new Uint8Array(32).fill(1)
  const signed = await prepared.sign({
    evm(digest) {
      asked.push(`0x${Buffer.from(digest).toString('hex')}`)
      return { r, s: r, yParity: 0 }
    },
    sol: () => expect.fail('another namespace'),
  })
  expect(asked).toEqual(serialized.map((raw) => keccak256(raw)))
  expect(signed).toHaveLength(2)
  const changed = [transaction(), { ...transaction(), nonce: '0x2', value: '0x2' }]
  const digests = [batch(), batch(changed), batch([transaction()])].map(
    (one) => prepare(one).digest,
  )
  expect(new Set(digests).size).toBe(3)
})

test.each([
  ['of another account', [transaction(), { ...transaction(other), nonce: '0x2' }], 'unauthorized'],
  ['of another network', [transaction(evm, '0x2')], 'params-invalid'],
  ['with the same nonce', [transaction(), transaction()], 'params-invalid'],
  ['with a gap', [transaction(), { ...transaction(), nonce: '0x3' }], 'params-invalid'],
])('error: refuses a batch with a transaction %s', (_, calls, code) => {
  expect(() => prepare(batch(calls))).toThrow(expect.objectContaining({ code }))
})

test('error: refuses another account, and any network but the active one', () => {
  const unauthorized = expect.objectContaining({ code: 'unauthorized' })
  const lower = evm.toLowerCase()
  for (const request of [personal, typed, send]) {
    expect(prepare(request(lower)).digest).toBe(prepare(request()).digest)
    expect(() => prepare(request(other))).toThrow(unauthorized)
  }
  expect(() => prepare(send(evm, '0x2'))).toThrow(
    expect.objectContaining({ code: 'params-invalid' }),
  )
})
