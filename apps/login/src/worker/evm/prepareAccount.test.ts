import { signRequest } from '@foyer/decode'
import { encodeExecute, fromHex, toHex } from '@foyer/decode/internal'
import fc from 'fast-check'
import * as v from 'valibot'
import {
  encodeAbiParameters,
  encodeFunctionData,
  hashTypedData,
  parseAbi,
  parseAbiParameters,
  parseTransaction,
  recoverAddress,
  zeroAddress,
} from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { hashAuthorization } from 'viem/utils'
import { expect, test } from 'vitest'
import { signSecp256k1 } from '../keys/signSecp256k1.ts'
import { prepareRequest } from '../preparedRequest.ts'

const key = new Uint8Array(32).fill(7)
const account = privateKeyToAccount(toHex(key) as `0x${string}`)
const evm = account.address
const own = { evm, sol: 'So11111111111111111111111111111111111111112' }
const code = '0xb7A1213b4b208Ec862cc7A7806F5Fee21f5a6Ce2'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const accounts = { 'eip155:1': code }
const signer = {
  evm: (digest: Uint8Array) => signSecp256k1(digest, key),
  sol: () => expect.fail('another namespace'),
}
const prepare = (request: unknown, listed: Readonly<Record<string, string>> = accounts) =>
  prepareRequest(v.parse(signRequest, request), own, listed)

const fees = { nonce: '0x5', gas: '0x30d40', maxFeePerGas: '0x20', maxPriorityFeePerGas: '0x1' }
const call = { to: other, value: '0x7', data: '0x1234' }
const bundle = (together: object, calls: object[] = [call], chainId = '0x1') => ({
  ...{ method: 'wallet_sendCalls', chainId, params: [{ from: evm, calls, together }] },
})
const send = (more: object = {}) => ({ by: 'transaction', ...fees, ...more })
const sign = (more: object = {}) => ({ by: 'signature', nonce: '0x9', deadline: '0x64', ...more })
const upgrade = (address: string) => ({ upgrade: { address } })

const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])
const execute = (calls: readonly { to: string; value: string; data: string }[]) =>
  encodeFunctionData({
    abi: executeAbi,
    args: [
      `0x01${'0'.repeat(62)}`,
      encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [
        calls.map(({ data, to, value }) => ({
          ...{ to: to as `0x${string}`, value: BigInt(value), data: data as `0x${string}` },
        })),
      ]),
    ],
  })

test('encodes a batch as viem does', () => {
  const hex = (bytes: number) =>
    fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => toHex(value))
  const calls = fc.array(
    fc.record({
      to: hex(20),
      value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((value) => `0x${value.toString(16)}`),
      data: fc.uint8Array({ maxLength: 100 }).map((value) => toHex(value)),
    }),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(calls, (given) => {
      expect(encodeExecute(given)).toBe(execute(given))
    }),
  )
})

test('signs the upgrade and the batch in one transaction, exactly as viem does', async () => {
  const raw = (await prepare(bundle(send(upgrade(code)))).sign(signer)) as `0x04${string}`
  const authorization = await account.signAuthorization({ address: code, chainId: 1, nonce: 6 })
  const theirs = await account.signTransaction({
    ...{ type: 'eip7702', chainId: 1, nonce: 5, gas: 200_000n, to: evm, data: execute([call]) },
    ...{ maxFeePerGas: 32n, maxPriorityFeePerGas: 1n, authorizationList: [authorization] },
  })
  expect(raw).toBe(theirs)
})

test('sends a later batch, and the end of a smart account, by transactions of this account to itself', async () => {
  const later = (await prepare(bundle(send())).sign(signer)) as `0x02${string}`
  expect(parseTransaction(later)).toMatchObject({ type: 'eip1559', to: evm.toLowerCase() })
  const undo = {
    method: 'foyer_undoSmartAccount',
    chainId: '0x1',
    params: [{ from: evm, ...fees }],
  }
  const raw = (await prepare(undo).sign(signer)) as `0x04${string}`
  const parsed = parseTransaction(raw)
  expect(parsed).toMatchObject({ type: 'eip7702', to: evm.toLowerCase() })
  expect(parsed.data ?? '0x').toBe('0x')
  expect(parsed.authorizationList).toMatchObject([{ address: zeroAddress, nonce: 6, chainId: 1 }])
})

const operation = (more: object = {}) => ({
  ...{ by: 'operation', nonce: '0x90000000000000000', paymaster: other, paymasterData: '0xabcd' },
  ...{ callGasLimit: '0x10000', verificationGasLimit: '0x20000', preVerificationGas: '0x3000' },
  ...{ maxFeePerGas: '0x20', maxPriorityFeePerGas: '0x1' },
  ...{ paymasterVerificationGasLimit: '0x4000', paymasterPostOpGasLimit: '0x50' },
  validUntil: '0x6923a5b1',
  ...more,
})

test('[T40] signs an operation of the shown calls for EntryPoint 0.8 until its end, exactly as viem does', async () => {
  const { signature } = (await prepare(bundle(operation())).sign(signer)) as Record<
    string,
    `0x${string}`
  >
  const { by: _, validUntil, ...fields } = operation()
  const numbers = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name.endsWith('Data') || name === 'paymaster' ? value : BigInt(value),
    ]),
  )
  const userOpHash = getUserOperationHash({
    ...{ chainId: 1, entryPointVersion: '0.8' },
    entryPointAddress: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    userOperation: {
      ...{ ...numbers, sender: evm, callData: execute([call]), signature: '0x' },
    } as never,
  })
  const hash = hashTypedData({
    domain: { name: 'Foyer Account', version: '1', chainId: 1, verifyingContract: evm },
    types: {
      Operation: [
        { name: 'userOpHash', type: 'bytes32' },
        { name: 'validUntil', type: 'uint48' },
      ],
    },
    primaryType: 'Operation',
    message: { userOpHash, validUntil: Number(validUntil) },
  })
  expect(signature?.slice(0, 14)).toBe('0x00006923a5b1')
  expect(await recoverAddress({ hash, signature: `0x${signature?.slice(14)}` })).toBe(evm)
  // The operation alone, without an end, is not what the key signs.
  expect(
    await recoverAddress({ hash: userOpHash, signature: `0x${signature?.slice(14)}` }),
  ).not.toBe(evm)
})

test('error: [T40] refuses an operation with foreign code, without a paymaster or an end, or of the account itself', () => {
  const refused = (together: object, calls?: object[], chainId?: string) =>
    expect(() => prepare(bundle(together, calls, chainId)), JSON.stringify(together)).toThrow()
  expect(() => prepare(bundle(operation()))).not.toThrow()
  for (const foreign of [
    { factory: other, factoryData: '0x' },
    { initCode: `${other}00` },
    { eip7702Auth: { address: other } },
    { upgrade: { address: code } },
    { entryPoint: other },
    { callData: '0x1234' },
    { sender: other },
    { paymaster: zeroAddress },
    { paymaster: undefined },
    { callGasLimit: `0x1${'0'.repeat(32)}` },
    { paymasterData: '0xabc' },
    { validUntil: undefined },
    { validUntil: '0x0' },
    { validUntil: `0x1${'0'.repeat(12)}` },
  ])
    refused(operation(foreign))
  refused(operation(), [{ ...call, to: evm }])
  refused(operation(), [{ ...call, to: zeroAddress }])
  refused(operation(), [call], '0x2')
})

test('signs a batch that anyone may send, for this account and network until its deadline', async () => {
  const request = bundle(sign({ upgrade: { address: code, nonce: '0x5' } }))
  const signed = (await prepare(request).sign(signer)) as Record<string, `0x${string}`>
  const hash = hashTypedData({
    domain: { name: 'Foyer Account', version: '1', chainId: 1, verifyingContract: evm },
    types: {
      Execute: [
        { name: 'calls', type: 'Call[]' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
      Call: [
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
      ],
    },
    primaryType: 'Execute',
    message: { calls: [{ to: other, value: 7n, data: '0x1234' }], nonce: 9n, deadline: 100n },
  })
  expect(await recoverAddress({ hash, signature: signed.signature! })).toBe(evm)
  const authorization = hashAuthorization({ address: code, chainId: 1, nonce: 5 })
  expect(await recoverAddress({ hash: authorization, signature: signed.authorization! })).toBe(evm)
})

test('[T40] signs an authorization only for the code that the operator lists for this network', () => {
  const foreign = [
    ...[other, evm, zeroAddress, '0x0000000000000000000000000000000000000001'],
    `0x${code.slice(2, -1)}b`,
  ]
  for (const address of foreign) {
    const refused = expect.objectContaining({ code: 'action-not-allowed' })
    expect(() => prepare(bundle(send(upgrade(address)))), address).toThrow(refused)
    const signed = sign({ upgrade: { address, nonce: '0x5' } })
    expect(() => prepare(bundle(signed)), address).toThrow(refused)
  }
  const elsewhere = bundle(send(upgrade(code)), [call], '0x2')
  for (const listed of [accounts, {}, { 'eip155:2': other }])
    expect(() => prepare(elsewhere, listed)).toThrow(
      expect.objectContaining({ code: 'action-not-allowed' }),
    )
  // In any case of letters.
  prepare(bundle(send(upgrade(code.toLowerCase()))))
})

test('[T40] knows no other way to name an authorization, its nonce or its network', () => {
  const authorization = { address: code, chainId: '0x1', nonce: '0x6' }
  const vectors: object[] = [
    bundle(send({ authorizationList: [authorization] })),
    bundle(send({ upgrade: { ...authorization } })),
    bundle(send({ upgrade: { address: code, chainId: '0x0' } })),
    bundle(send({ upgrade: { address: code, nonce: '0x7' } })),
    bundle(sign({ upgrade: { address: code } })),
    bundle(sign({ upgrade: { address: code, nonce: '0x5', chainId: '0x0' } })),
    bundle(send(), [{ ...call, initCode: '0x1234' }]),
    bundle(send(), [{ ...call, eip7702Auth: authorization }]),
    bundle(send(), [{ ...call, factory: other }]),
    bundle({ ...send(), type: '0x4' }),
    bundle({ by: 'operation', ...fees }),
    { ...bundle(send()), authorizationList: [authorization] },
    { method: 'eth_signAuthorization', params: [authorization] },
    {
      method: 'foyer_undoSmartAccount',
      chainId: '0x1',
      params: [{ from: evm, ...fees, address: other }],
    },
    {
      method: 'eth_sendTransaction',
      chainId: '0x1',
      params: [{ type: '0x4', chainId: '0x1', from: evm, to: evm, ...fees, authorizationList: [] }],
    },
  ]
  for (const vector of vectors) expect(() => prepare(vector), JSON.stringify(vector)).toThrow()
})

test('[T40] calls neither the account itself nor its code for a site', () => {
  const refused = expect.objectContaining({ code: 'action-not-allowed' })
  for (const to of [evm, evm.toLowerCase(), zeroAddress]) {
    expect(() => prepare(bundle(send(), [call, { ...call, to }])), to).toThrow(refused)
    expect(() => prepare(bundle(sign(), [{ ...call, to }])), to).toThrow(refused)
    const transaction = { type: '0x2', chainId: '0x1', from: evm, to, data: '0x12', ...fees }
    const one = { method: 'eth_sendTransaction', chainId: '0x1', params: [transaction] }
    expect(() => prepare(one), to).toThrow(refused)
    const calls = [transaction, { ...transaction, nonce: '0x6' }]
    const apart = { method: 'wallet_sendCalls', chainId: '0x1', params: [{ from: evm, calls }] }
    expect(() => prepare(apart), to).toThrow(refused)
  }
  // Coins may go there, and a note where no account has code.
  prepare(bundle(send(), [{ ...call, to: evm, data: '0x' }]))
  const note = { type: '0x2', chainId: '0x2', from: evm, to: evm, data: '0x12', ...fees }
  prepare({ method: 'eth_sendTransaction', chainId: '0x2', params: [note] })
})

test('a digest names the calls, the upgrade and the fees', () => {
  const digests = [
    bundle(send()),
    bundle(send(upgrade(code))),
    bundle(send({ nonce: '0x6' })),
    bundle(send({ gas: '0x30d41' })),
    bundle(send(), [call, call]),
    bundle(send(), [{ ...call, value: '0x8' }]),
    bundle(sign()),
    bundle(sign({ upgrade: { address: code, nonce: '0x5' } })),
    bundle(sign({ deadline: '0x65' })),
  ].map((request) => prepare(request).digest)
  expect(new Set(digests).size).toBe(digests.length)
  for (const digest of digests) expect(fromHex(digest)).toHaveLength(32)
})
