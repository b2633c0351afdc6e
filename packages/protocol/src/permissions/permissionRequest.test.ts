import { expect, test } from 'vitest'
import { isNeverGranted } from './neverGranted.ts'
import { type PermissionMethod, readPermissionRequest } from './permissionRequest.ts'

const now = Date.UTC(2026, 10, 23)
const second = now / 1000
const agent = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const game = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const day = 86_400
const expiry = (timestamp: unknown = second + 7 * day) => [{ type: 'expiry', data: { timestamp } }]
const dollars = { tokenAddress: token, periodAmount: '0x989680', periodDuration: day }
const permission = (type: string, data: object) => ({ type, isAdjustmentAllowed: false, data })
const periodic = permission('erc20-token-periodic', dollars)
const play = { target: game, selector: '0x5c36b186' }
const calling = (data: object) =>
  permission('contract-call', { targets: [play], maxCalls: 5, ...data })
const request = { chainId: '0x1', from: game, to: agent, permission: periodic, rules: expiry() }
const read = (more: object, method: PermissionMethod = 'wallet_requestExecutionPermissions') =>
  readPermissionRequest([{ ...request, ...more }], { method, now })

test('reads an allowance per period, from now on, with a number of calls', () => {
  expect(read({})).toEqual({
    ...{ chainId: 1n, from: game, to: agent, type: 'erc20-token-periodic', calls: 1_000n },
    ...{ start: BigInt(second), expiry: BigInt(second + 7 * day), targets: [] },
    allowances: [{ token, amount: 10_000_000n, initial: 0n, max: 0n, period: BigInt(day) }],
  })
})

test('a stream without a maximum gets one: what it comes to by its end', () => {
  const stream = { amountPerSecond: '0x2', initialAmount: '0x64', startTime: second + day }
  expect(read({ permission: permission('native-token-stream', stream) }).allowances).toEqual([
    {
      ...{ token: `0x${'0'.repeat(40)}`, amount: 2n, initial: 100n, period: 0n },
      max: 100n + 2n * BigInt(6 * day),
    },
  ])
})

test('reads calls with what they may spend, and the older shape of a request', () => {
  const allowances = [{ periodAmount: '0x5', periodDuration: day }, dollars]
  const { calls, targets, ...wish } = read({ permission: calling({ allowances }) })
  expect({ calls, targets }).toEqual({ calls: 5n, targets: [play] })
  expect(wish.allowances.map(({ amount, token: of }) => [of, amount])).toEqual([
    [`0x${'0'.repeat(40)}`, 5n],
    [token, 10_000_000n],
  ])
  const older = {
    ...{ chainId: '0x1', address: game, expiry: second + day, permission: periodic },
    signer: { type: 'account', data: { address: agent } },
  }
  const given = { method: 'wallet_grantPermissions', now } as const
  expect(readPermissionRequest([older], given)).toMatchObject({
    ...{ from: game, to: agent, expiry: BigInt(second + day) },
  })
})

const bad: Readonly<Record<string, object>> = {
  'no end': { rules: [] },
  'no rules': { rules: undefined },
  'an end in the past': { rules: expiry(second - 1) },
  'an end after more than 30 days': { rules: expiry(second + 31 * day) },
  'an end that never comes': { rules: expiry(Number.MAX_SAFE_INTEGER) },
  'two ends': { rules: [...expiry(), ...expiry(second + day)] },
  'a rule that nobody enforces': { rules: [...expiry(), { type: 'payee', data: {} }] },
  'no signer': { to: undefined },
  'nobody as signer': { to: `0x${'0'.repeat(40)}` },
  'no network': { chainId: undefined },
  'all networks': { chainId: '0x0' },
  'an unknown type': { permission: permission('all', dollars) },
  'no amount': {
    permission: permission('erc20-token-periodic', { ...dollars, periodAmount: undefined }),
  },
  'an amount of 0': {
    permission: permission('erc20-token-periodic', { ...dollars, periodAmount: '0x0' }),
  },
  'an unlimited amount': {
    permission: permission('erc20-token-periodic', {
      ...dollars,
      periodAmount: `0x${'f'.repeat(64)}`,
    }),
  },
  'an amount as a number': {
    permission: permission('erc20-token-periodic', { ...dollars, periodAmount: 5 }),
  },
  'no period': {
    permission: permission('erc20-token-periodic', { ...dollars, periodDuration: 0 }),
  },
  'no token': { permission: permission('erc20-token-periodic', { ...dollars, tokenAddress: '' }) },
  'the zero address as token': {
    permission: permission('native-token-periodic', { ...dollars }),
  },
  'a stream without a rate': {
    permission: permission('native-token-stream', { maxAmount: '0x5' }),
  },
  'a stream above its maximum': {
    permission: permission('native-token-stream', {
      ...{ amountPerSecond: '0x1', initialAmount: '0x9', maxAmount: '0x5' },
    }),
  },
  'a start after the end': {
    permission: permission('erc20-token-periodic', { ...dollars, startTime: second + 8 * day }),
  },
  'a start long ago': {
    permission: permission('erc20-token-periodic', { ...dollars, startTime: second - day }),
  },
  'no target': { permission: calling({ targets: [] }) },
  'a target without a function': { permission: calling({ targets: [{ target: game }] }) },
  'any function': { permission: calling({ targets: [{ target: game, selector: '*' }] }) },
  'the function 0': {
    permission: calling({ targets: [{ target: game, selector: '0x00000000' }] }),
  },
  'any target': { permission: calling({ targets: [{ target: '*', selector: '0x5c36b186' }] }) },
  'calls without a number': { permission: calling({ maxCalls: undefined }) },
  approve: { permission: calling({ targets: [{ target: token, selector: '0x095ea7b3' }] }) },
  'approve in capitals': {
    permission: calling({ targets: [{ target: token, selector: '0x095EA7B3' }] }),
  },
  permit: { permission: calling({ targets: [{ target: token, selector: '0xd505accf' }] }) },
  setApprovalForAll: {
    permission: calling({ targets: [{ target: token, selector: '0xa22cb465' }] }),
  },
  transferFrom: { permission: calling({ targets: [{ target: token, selector: '0x23b872dd' }] }) },
  multicall: { permission: calling({ targets: [{ target: game, selector: '0xac9650d8' }] }) },
  Permit2: {
    permission: calling({
      targets: [{ target: '0x000000000022D473030F116dDEE9F6B43aC78BA3', selector: '0x36c78516' }],
    }),
  },
  'an EntryPoint': {
    permission: calling({
      targets: [{ target: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', selector: '0xb760faf9' }],
    }),
  },
  'a transfer without an allowance': {
    permission: calling({ targets: [{ target: token, selector: '0xa9059cbb' }] }),
  },
  'two allowances for one token': { permission: calling({ allowances: [dollars, dollars] }) },
  'a field that nobody reads': { extra: true },
}

test.each(Object.entries(bad))('[T43] refuses %s with -32602', (_, more) => {
  expect(() => read(more)).toThrow(expect.objectContaining({ rpcCode: -32602 }))
})

test('[T43] refuses no request, several, and one of another shape', () => {
  for (const params of [undefined, {}, [], [request, request], [null], 'x'])
    for (const method of ['wallet_requestExecutionPermissions', 'wallet_grantPermissions'] as const)
      expect(() => readPermissionRequest(params, { method, now })).toThrow('not valid')
})

test('never grants the zero address, which an account reads as itself', () => {
  expect(isNeverGranted({ selector: '0x5c36b186', target: `0x${'0'.repeat(40)}` })).toBe(true)
  expect(isNeverGranted({ selector: '0x5c36b186', target: game })).toBe(false)
})
