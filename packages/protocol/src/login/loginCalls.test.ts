import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listUnbounded } from '../growLeaves.test.kit.ts'
import { loginEmail, loginOtp, loginRpc } from './loginCalls.ts'

const letters = (count: number) => 'a'.repeat(count)
const txnId = '0123abcd-0000-4000-8000-000000000000'

test('calls of a login accept their largest size and reject any larger bounded part', () => {
  const site = { projectId: letters(128), origin: `https://${letters(245)}` }
  const body = { email: `${letters(64)}@b`, site }
  // Its host may have more letters.
  expect(listUnbounded(loginEmail.body, body)).toEqual(['email'])
  expect(v.is(loginEmail.body, { ...body, site: { ...site, projectId: 'p' } })).toBe(true)
  expect(v.is(loginEmail.body, { ...body, site: { ...site, projectId: '' } })).toBe(false)
  expect(listUnbounded(loginRpc.body, { chainId: letters(64), request: null })).toEqual([])
  expect(listUnbounded(loginOtp.body, { txnId, otp: '123456' })).toEqual([])
  expect(v.is(loginOtp.body, { txnId, otp: '12345' })).toBe(false)
})

test('a ticket has at most 128 characters', () => {
  expect(listUnbounded(loginOtp.response, { ticket: letters(128) })).toEqual([])
})
