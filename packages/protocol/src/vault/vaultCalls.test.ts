import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listUnbounded } from '../growLeaves.test.kit.ts'
import {
  emailAddress,
  origin,
  vaultEndSessions,
  vaultForgetDevice,
  vaultSendLink,
} from './vaultCalls.ts'

const letters = (count: number) => 'a'.repeat(count)
const userId = '0123abcd-0000-4000-8000-000000000000'
/** A domain of so many characters. */
const domain = (count: number) => `${`${letters(60)}.`.repeat(5)}${letters(60)}`.slice(-count)
const jkt = letters(43)

test('calls of the login server accept their largest size and reject any larger bounded part', () => {
  const link = {
    email: `${letters(64)}@${domain(189)}`,
    jkt,
    requester: { ip: letters(64), userAgent: letters(512), origin: `https://${letters(245)}` },
    userId,
  }
  expect(listUnbounded(vaultSendLink.body, link)).toEqual([])
  expect(v.is(vaultSendLink.body, { ...link, jkt: letters(42) })).toBe(false)
  const sids = Array(100).fill(userId)
  expect(listUnbounded(vaultEndSessions.body, { userId, sids })).toEqual([])
  expect(v.is(vaultEndSessions.body, { userId, sids: [userId] })).toBe(true)
  expect(v.is(vaultEndSessions.body, { userId, sids: [] })).toBe(false)
})

test('the time of a revocation is a whole number of ms since 1970', () => {
  const accepts = (at: unknown) => v.is(vaultForgetDevice.body, { userId, jkt, at })
  expect([0, 1, -1, 1.5, '1'].map(accepts)).toEqual([true, true, false, false, false])
})

test('an email address is in lower case and safe in a mail header', () => {
  expect(v.parse(emailAddress, 'Ada.L+x@Mail.Example')).toBe('ada.l+x@mail.example')
  for (const address of ['a@b', 'a@b-c.de', `${letters(64)}@b`, `a@${letters(63)}`])
    expect(v.is(emailAddress, address), address).toBe(true)
  for (const address of [
    ...['', 'a', '@b', 'a@', 'a@b@c', 'a b@c', '.a@b', 'a.@b', 'a..b@c', 'a@-b', 'a@b-', 'a@b.'],
    ...['"a"@b', 'A <a@b>', 'a@b\r\nBcc: c@d', 'ä@b', `${letters(65)}@b`, `a@${letters(64)}`],
  ])
    expect(v.is(emailAddress, address), address).toBe(false)
})

test('an origin has a scheme, a host and no path', () => {
  for (const one of ['https://a.example', 'http://localhost:3000', 'https://[::1]:8443'])
    expect(v.is(origin, one), one).toBe(true)
  for (const one of ['', 'a.example', 'ftp://a', 'https://', 'https://a/', 'https://a b'])
    expect(v.is(origin, one), one).toBe(false)
})
