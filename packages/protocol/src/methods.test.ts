import { expect, test } from 'vitest'
import { classifyMethod, safeMethods, unsafeMethods } from './methods.ts'

test('[6.1] read-only methods are safe; none of them signs, sends or grants', () => {
  expect(safeMethods.length).toBeGreaterThan(30)
  for (const method of safeMethods) {
    expect(classifyMethod(method)).toBe('safe')
    expect(method).not.toMatch(
      /sign|sendTransaction|sendUser|sendCalls|grant(?!ed)|revoke|request/i,
    )
  }
})

test('methods that sign, send or grant are unsafe', () => {
  for (const method of unsafeMethods) expect(classifyMethod(method)).toBe('unsafe')
})

test('no method is both safe and unsafe', () => {
  expect(safeMethods.filter((method) => unsafeMethods.includes(method as never))).toEqual([])
})

test.each([
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_requestAccounts',
  'wallet_exportKey',
  'Personal_Sign',
  ' personal_sign',
  'constructor',
  '__proto__',
  '',
])('rejects the method %j', (method) => {
  expect(classifyMethod(method)).toBe('disallowed')
})
