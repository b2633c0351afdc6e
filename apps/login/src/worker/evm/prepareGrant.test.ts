import { signRequest } from '@foyer/decode'
import { originHash, permissionsContract, toHex } from '@foyer/decode/internal'
import * as v from 'valibot'
import { parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { signSecp256k1 } from '../keys/signSecp256k1.ts'
import { prepareRequest } from '../preparedRequest.ts'

const key = new Uint8Array(32).fill(7)
const account = privateKeyToAccount(toHex(key) as `0x${string}`)
const own = { evm: account.address, sol: 'So11111111111111111111111111111111111111112' }
const code = '0xb7A1213b4b208Ec862cc7A7806F5Fee21f5a6Ce2'
const agent = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const day = 86_400
const now = Date.UTC(2026, 10, 23)
const second = now / 1000
const hex = (value: number) => `0x${value.toString(16)}`
const allowance = { token, amount: '0x64', initial: '0x0', max: '0x0', period: hex(day) }
const grant = {
  ...{ account: account.address, signer: agent, origin: originHash('https://shop.example') },
  ...{ start: hex(second), expiry: hex(second + day), epoch: '0x0', calls: '0xa', salt: '0x5' },
  ...{ allowances: [allowance], targets: [{ target: token, selector: '0xa9059cbb' }] },
}
const fees = { nonce: '0x5', gas: '0x30d40', maxFeePerGas: '0x20', maxPriorityFeePerGas: '0x1' }
const prepare = (
  more: object = {},
  {
    chainId = '0x1',
    listed = { 'eip155:1': code },
    upgrade,
  }: {
    chainId?: string
    listed?: Readonly<Record<string, string>>
    upgrade?: object
  } = {},
) =>
  prepareRequest(
    v.parse(signRequest, {
      method: 'wallet_requestExecutionPermissions',
      chainId,
      params: [{ grant: { ...grant, ...more }, ...(upgrade && { upgrade }) }],
    }),
    own,
    listed,
    () => now,
  )
const signer = {
  evm: (digest: Uint8Array) => signSecp256k1(digest, key),
  sol: () => expect.fail('another namespace'),
}

const types = {
  Grant: [
    { name: 'account', type: 'address' },
    { name: 'signer', type: 'address' },
    { name: 'origin', type: 'bytes32' },
    { name: 'start', type: 'uint64' },
    { name: 'expiry', type: 'uint64' },
    { name: 'epoch', type: 'uint64' },
    { name: 'calls', type: 'uint32' },
    { name: 'salt', type: 'uint256' },
    { name: 'allowances', type: 'Allowance[]' },
    { name: 'targets', type: 'Target[]' },
  ],
  Allowance: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint192' },
    { name: 'initial', type: 'uint192' },
    { name: 'max', type: 'uint192' },
    { name: 'period', type: 'uint64' },
  ],
  Target: [
    { name: 'target', type: 'address' },
    { name: 'selector', type: 'bytes4' },
  ],
}

test('signs a permission exactly as viem does', async () => {
  const theirs = await account.signTypedData({
    domain: {
      ...{ name: 'Foyer Permissions', version: '1', chainId: 1 },
      verifyingContract: permissionsContract,
    },
    types,
    primaryType: 'Grant',
    message: grant,
  } as never)
  expect(await prepare().sign(signer)).toEqual({ signature: theirs })
})

test('signs the upgrade with it, to the code that the operator lists and no other', async () => {
  const both = (await prepare({}, { upgrade: { address: code, ...fees } }).sign(signer)) as {
    signature: string
    transaction: `0x04${string}`
  }
  expect(both.signature).toHaveLength(132)
  expect(parseTransaction(both.transaction)).toMatchObject({
    ...{ to: account.address.toLowerCase(), nonce: 5, chainId: 1 },
    authorizationList: [{ address: code.toLowerCase(), nonce: 6, chainId: 1 }],
  })
  const foreign = { upgrade: { address: agent, ...fees } }
  expect(() => prepare({}, foreign)).toThrow(
    expect.objectContaining({ code: 'action-not-allowed' }),
  )
  expect(prepare({}, { upgrade: { address: code, ...fees } }).digest).not.toBe(prepare().digest)
})

test.each([
  ['of another account', { account: agent }, 'unauthorized'],
  ['for the account itself', { signer: account.address }, 'params-invalid'],
  ['without an end in time', { expiry: hex(second + 31 * day) }, 'params-invalid'],
  ['that is over', { expiry: hex(second) }, 'params-invalid'],
  ['without a number of calls', { calls: '0x0' }, 'params-invalid'],
  ['for nothing', { allowances: [], targets: [] }, 'params-invalid'],
  ['of 0', { allowances: [{ ...allowance, amount: '0x0' }] }, 'params-invalid'],
  ['of two allowances', { allowances: [allowance, allowance] }, 'params-invalid'],
  ['to stream for ever', { allowances: [{ ...allowance, period: '0x0' }] }, 'params-invalid'],
  ['to transfer without a limit', { allowances: [] }, 'params-invalid'],
  ['to approve', { targets: [{ target: token, selector: '0x095ea7b3' }] }, 'params-invalid'],
  [
    'to call the account',
    { targets: [{ target: account.address, selector: '0xe9ae5c53' }] },
    'params-invalid',
  ],
  [
    'to call the contract of permissions',
    { targets: [{ target: permissionsContract, selector: '0xcef6d209' }] },
    'params-invalid',
  ],
])('[T43] the key worker itself refuses a permission %s', (_, more, code) => {
  expect(() => prepare(more)).toThrow(expect.objectContaining({ code }))
})

test('[T43] refuses a permission on a network without smart accounts', () => {
  const refusal = expect.objectContaining({ code: 'action-not-allowed' })
  expect(() => prepare({}, { chainId: '0xa' })).toThrow(refusal)
  expect(() => prepare({}, { listed: {} })).toThrow(refusal)
})

test('[T43] refuses to sign a permission as typed data, whose card would not explain it', () => {
  const data = {
    domain: {
      name: 'Foyer Permissions',
      version: '1',
      chainId: 1,
      verifyingContract: permissionsContract,
    },
    types: { ...types, EIP712Domain: [] },
    primaryType: 'Grant',
    message: grant,
  }
  const request = {
    ...{ method: 'eth_signTypedData_v4', chainId: '0x1', params: [account.address, data] },
  }
  expect(() => prepareRequest(v.parse(signRequest, request), own)).toThrow(
    expect.objectContaining({ code: 'action-not-allowed' }),
  )
})
