import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { networkOf, requesterAddress } from './requester.ts'

test.each([
  ['203.0.113.77', undefined, '203.0.113.77'],
  ['203.0.113.77', { v4: 24 }, '203.0.113.0/24'],
  ['2001:db8:7:8:9::1', undefined, '2001:db8:7:8::/64'],
  ['2001:DB8::1', undefined, '2001:db8:0:0::/64'],
  ['2001:db8:0007::1', { v6: 48 }, '2001:db8:7::/48'],
  ['fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
  ['not an address', undefined, 'unknown network'],
])('the network of %s with %j is %s', (address, bits, network) => {
  expect(networkOf(address, bits)).toBe(network)
})

test.each([
  [0, '198.51.100.9', '192.0.2.1'],
  [1, '198.51.100.9, 203.0.113.5', '203.0.113.5'],
  [2, '198.51.100.9, 203.0.113.5', '198.51.100.9'],
  [1, undefined, '192.0.2.1'],
  // A user-supplied value that is no address is never used as a key.
  [1, 'x'.repeat(5000), 'unknown'],
])(
  'behind %i trusted proxies, a call with X-Forwarded-For %s comes from %s',
  async (trusted, forwarded, address) => {
    const incoming = {
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: '::ffff:192.0.2.1' },
    }
    const app = new Hono().get('/', (c) => c.json(requesterAddress(c, trusted)))
    const headers: Record<string, string> = forwarded ? { 'X-Forwarded-For': forwarded } : {}
    const answer = await app.request('/', { headers }, { incoming })
    expect(await answer.json()).toEqual(address)
    expect(requesterAddress(incoming as never, trusted)).toBe(address)
  },
)
