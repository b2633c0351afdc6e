import { isAbsolute } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('returns the default ports and folder', () => {
  const { folder, ports, reset } = readSettings([], {})
  expect(ports).toEqual({
    site: 4000,
    login: 4001,
    vault: 4002,
    wallet: 4003,
    phone: 4004,
    mail: 4005,
    card: 4006,
    identity: 4008,
    bridge: 4007,
    sponsor: 4009,
    farcaster: 4012,
    challenge: 4013,
    api: 4010,
    relay: 4011,
    chain: 4100,
    chainTwo: 4101,
    solana: 4120,
    smtp: 4025,
  })
  expect(isAbsolute(folder)).toBe(true)
  expect(folder).toMatch(/\.foyer$/)
  expect(reset).toBe(false)
})

test('reads ports, folder and flags', () => {
  const { folder, ports, reset } = readSettings(['--reset'], {
    PORT_SITE: '5000',
    PORT_API: '',
    FOYER_DIR: '/somewhere',
  })
  expect([ports.site, ports.api, folder, reset]).toEqual([5000, 4010, '/somewhere', true])
})

test.each([
  [['--rset'], {}, /"--rset".*--reset/],
  [[], { PORT_SITE: 'x' }, /PORT_SITE is "x".*1 to 65535/],
  [[], { PORT_API: '70000' }, /PORT_API/],
  [[], { PORT_CHAIN: '0' }, /PORT_CHAIN/],
  [[], { PORT_API: '4000' }, /share port 4000/],
  [[], { PORT_SITE: '4121' }, /share port 4121/],
])('rejects %j %j', (args, env, message) => {
  expect(() => readSettings(args, env)).toThrow(message)
})
