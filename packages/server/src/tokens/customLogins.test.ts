import * as v from 'valibot'
import { expect, test } from 'vitest'
import { customLogins } from './customLogins.ts'

const acme = {
  ...{ id: 'acme', projects: ['shop'], issuer: 'https://acme.example', audience: 'wallet' },
  jwksUrl: 'https://acme.example/jwks',
}
const read = (value: unknown) => v.safeParse(customLogins, JSON.stringify(value))

test('reads a login with its defaults', () => {
  expect(read([acme]).output).toEqual([
    { ...acme, algorithms: ['RS256', 'ES256', 'EdDSA'], nonce: 'required' },
  ])
  expect(read([{ ...acme, jwksUrl: 'http://acme.localhost:4008/jwks' }]).success).toBe(true)
})

test.each<[string, unknown]>([
  ['keys over plain http', [{ ...acme, jwksUrl: 'http://acme.example/jwks' }]],
  ['a password in the address', [{ ...acme, jwksUrl: 'https://a:b@acme.example/jwks' }]],
  ['no keys', [{ ...acme, jwksUrl: undefined }]],
  ['keys at two places', [{ ...acme, jwksFile: '/keys.json' }]],
  ['a shared secret', [{ ...acme, algorithms: ['HS256'] }]],
  ['no signature', [{ ...acme, algorithms: ['none'] }]],
  ['an id with a colon', [{ ...acme, id: 'a:b' }]],
  ['an unknown field', [{ ...acme, secret: 'x' }]],
  ['one id twice', [acme, { ...acme, projects: ['other'] }]],
  ['one project twice', [acme, { ...acme, id: 'other' }]],
  ['no list', acme],
])('refuses %s', (_, value) => {
  expect(read(value).success).toBe(false)
})

test('refuses text that is no JSON', () => {
  expect(v.safeParse(customLogins, '[{').success).toBe(false)
})
