import { FoyerError } from '@foyer/protocol'
import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { alice, mallory } from '../decode.test.kit.ts'
import { preview } from '../preview.ts'
import type { RequestToCheck } from './requestToCheck.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const abi = parseAbi(['function approve(address,uint256)', 'function transfer(address,uint256)'])
const answers: Record<string, unknown> = {
  eth_estimateGas: '0x5208',
  eth_gasPrice: '0x3b9aca00',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getCode: '0x',
  eth_getTransactionCount: '0x0',
}

const check = (method: string, params: unknown, more: Partial<RequestToCheck> = {}) =>
  preview().check({
    namespace: 'eip155',
    method,
    params,
    chainId: 'eip155:1',
    network: { name: 'Ethereum', nativeCurrency: { symbol: 'ETH', decimals: 18 } },
    accounts: [alice, mallory],
    rpc: async ({ method: name }) => {
      if (name in answers) return answers[name]
      throw new FoyerError('rpc-failed')
    },
    signal: new AbortController().signal,
    ...more,
  })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'described',
    ({ code }: FoyerError) => code,
  )

test('describes a transaction that has no nonce, gas or fees yet, with an estimated fee', async () => {
  const { account, description, network, parties } = await check('eth_sendTransaction', [
    { from: alice.toLowerCase(), to: mallory, value: '0x0de0b6b3a7640000' },
  ])
  expect(account).toBe(alice)
  expect(network).toEqual({ id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', decimals: 18 })
  expect(description).toMatchObject({
    kind: 'transaction',
    title: 'send',
    leaves: [{ amount: 10n ** 18n }],
    fee: { amount: 21_000n * 10n ** 9n },
    facts: [],
  })
  expect(parties).toEqual([{ address: mallory, kind: 'account' }])
})

test('tells contracts, accounts and unused addresses apart', async () => {
  const kindWith = async (more: Record<string, unknown>) => {
    const rpc: RequestToCheck['rpc'] = async ({ method }) => ({ ...answers, ...more })[method]
    const { parties } = await check('eth_sendTransaction', [{ to: mallory }], { rpc })
    return parties[0]?.kind
  }
  expect(await kindWith({})).toBe('account')
  expect(await kindWith({ eth_getBalance: '0x0' })).toBe('unused')
  expect(await kindWith({ eth_getBalance: '0x0', eth_getTransactionCount: '0x1' })).toBe('account')
  expect(await kindWith({ eth_getCode: '0x6000' })).toBe('contract')
  // An account that delegates to code. @source EIP-7702
  expect(await kindWith({ eth_getCode: `0xef0100${'11'.repeat(20)}` })).toBe('account')
  expect(await kindWith({ eth_getCode: undefined })).toBeUndefined()
})

test('describes the account that the request names, if the wallet has it', async () => {
  const from = (account: string) => [{ from: account, to: usdc, value: '0x1' }]
  expect((await check('eth_sendTransaction', from(mallory))).account).toBe(mallory)
  expect(await codeOf(check('eth_sendTransaction', from(usdc)))).toBe('unauthorized')
})

test('a network that does not answer leaves out fee and parties, and says that nothing was tried', async () => {
  const rpc = () => Promise.reject(new FoyerError('rpc-failed'))
  const { description, parties } = await check('eth_sendTransaction', [{ to: mallory }], { rpc })
  expect(description.fee).toBeUndefined()
  expect(description.simulation).toBe('unavailable')
  expect(parties).toEqual([{ address: mallory, kind: undefined }])
})

test('refuses fields that nobody would see, and delegation to other code', async () => {
  const asked = (more: object) => codeOf(check('eth_sendTransaction', [{ to: mallory, ...more }]))
  expect(await asked({ nonce: 0, gas: '0x5208', type: '0x2' })).toBe('described')
  expect(await asked({ authorizationList: [] })).toBe('action-not-allowed')
  expect(await asked({ blobs: ['0x'] })).toBe('params-invalid')
  expect(await asked({ data: '0x01', input: '0x02' })).toBe('params-invalid')
  expect(await asked({ chainId: '0x2' })).toBe('params-invalid')
  const bundle = (more: object) =>
    codeOf(check('wallet_sendCalls', [{ from: alice, calls: [{ to: mallory }], ...more }]))
  expect(await bundle({ version: '2.0.0', capabilities: {} })).toBe('described')
  expect(await bundle({ chainId: '0x2' })).toBe('params-invalid')
  expect(await bundle({ calls: [{ to: mallory, gas: '0x1' }] })).toBe('params-invalid')
  expect(await bundle({ authorizationList: [] })).toBe('action-not-allowed')
})

test('a bundle that takes several tokens looks like a drain', async () => {
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [mallory, 5n] })
  const calls = [usdc, '0x6B175474E89094C44Da98b954EedeAC495271d0F'].map((to) => ({ to, data }))
  const { description, signs } = await check('wallet_sendCalls', [{ from: alice, calls }])
  expect(description.kind).toBe('calls')
  expect(signs).toEqual(['takes-several'])
})

test('reads typed data as text and as an object', async () => {
  const data = {
    types: { Mail: [{ name: 'text', type: 'string' }] },
    primaryType: 'Mail',
    domain: { chainId: 1 },
    message: { text: 'hello' },
  }
  for (const given of [data, JSON.stringify(data)])
    expect(
      (await check('eth_signTypedData_v4', [alice, given])).description.typed?.message,
    ).toEqual([{ name: 'text', type: 'string', text: 'hello' }])
  expect(await codeOf(check('eth_signTypedData_v4', [alice, '{']))).toBe('params-invalid')
})

test('every covered method that can not be decoded is refused', async () => {
  const undecoded = preview().methods.filter(
    (method) => !/^solana|_sendTransaction$|_sendCalls$|_v4$/.test(method),
  )
  expect(undecoded).toHaveLength(7)
  for (const method of undecoded)
    expect(await codeOf(check(method, [alice, '0x00']))).toBe('method-not-supported')
})

test('an unlimited allowance is risky, and no drain', async () => {
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [mallory, maxUint256] })
  const { description, signs } = await check('eth_sendTransaction', [{ to: usdc, data }])
  expect([description.risk, signs]).toEqual(['high', []])
})

test('sending and signing the same Solana transaction are one subject', () => {
  const { subjectOf } = preview()
  const send = subjectOf({ params: { transaction: 'AQ==', pubkey: 'A', sendOptions: {} } })
  expect(send).toBe('AQ==')
  expect(subjectOf({ params: { transaction: 'AQ==', pubkey: 'A' } })).toBe(send)
  expect(subjectOf({ params: [{ to: alice }] })).toBeUndefined()
  expect(subjectOf({})).toBeUndefined()
})
