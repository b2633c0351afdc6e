import * as v from 'valibot'
import { expect, test } from 'vitest'
import { rpcParams } from './rpcParams.ts'

const accepts = (method: keyof typeof rpcParams, params: unknown) =>
  v.safeParse(rpcParams[method], params).success

test('[5.4] calls: to and data start with 0x, value is text', () => {
  const calls = (call: object) => [{ version: '2.0.0', chainId: '0x1', calls: [call] }]
  expect(accepts('wallet_sendCalls', calls({ to: '0xab', data: '0x', value: '0x1' }))).toBe(true)
  expect(accepts('wallet_sendCalls', calls({ to: '0xab' }))).toBe(true)
  for (const call of [
    { to: 'ab' },
    { to: 1 },
    { to: '0xab', data: 'ab' },
    { to: '0xab', value: 1 },
  ])
    expect(accepts('wallet_sendCalls', calls(call)), JSON.stringify(call)).toBe(false)
})

test('[5.5] a preflight commitment is one of eight', () => {
  const params = (preflightCommitment: string) => ({
    transaction: 'AAAA',
    pubkey: '1'.repeat(32),
    sendOptions: { preflightCommitment },
  })
  for (const one of 'processed confirmed finalized recent single singleGossip root max'.split(' '))
    expect(accepts('solana_signAndSendTransaction', params(one)), one).toBe(true)
  for (const one of ['Processed', 'min', ''])
    expect(accepts('solana_signAndSendTransaction', params(one)), one).toBe(false)
})

test('rejects parameters that name no account', () => {
  const account = `0x${'ab'.repeat(20)}`
  expect(accepts('personal_sign', ['0x00', account])).toBe(true)
  expect(accepts('personal_sign', ['0x00'])).toBe(false)
  expect(accepts('eth_sendTransaction', [{ from: account, to: null }])).toBe(true)
  expect(accepts('eth_sendTransaction', [{ to: account }])).toBe(false)
  expect(accepts('eth_signTypedData_v4', [account, '{}'])).toBe(true)
  expect(accepts('eth_signTypedData_v4', ['{}', account])).toBe(false)
})
