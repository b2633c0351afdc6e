import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listUnbounded } from '../growLeaves.test.kit.ts'
import { authenticateAnswer, sessionAuthenticateParams } from './sessionAuthenticate.ts'
import { sessionParams } from './sessionParams.ts'

const letters = (count: number) => 'a'.repeat(count)
const metadata = {
  name: letters(256),
  description: letters(2048),
  url: letters(2048),
  icons: Array(32).fill(letters(4096)),
  redirect: { native: letters(512), universal: letters(512) },
}
const peer = { publicKey: 'ab'.repeat(32), metadata }
const relay = { protocol: letters(32) }
const chain = `solana12:${letters(32)}`
const names = (count: number) => Array(count).fill(letters(128))
const asked = { chains: Array(500).fill(chain), methods: names(500), events: names(100) }
const approved = {
  chains: Array(1000).fill(chain),
  accounts: Array(5000).fill(`${chain}:${letters(128)}`),
  methods: names(500),
  events: names(100),
}
const signIn = {
  domain: letters(512),
  aud: letters(2048),
  version: letters(16),
  nonce: letters(256),
  iat: letters(64),
  nbf: letters(64),
  exp: letters(64),
  requestId: letters(256),
}

test.each<[string, v.GenericSchema, unknown, readonly string[]]>([
  [
    'a proposal',
    sessionParams.wc_sessionPropose,
    {
      requiredNamespaces: { solana: asked },
      relays: [relay],
      proposer: peer,
      pairingTopic: 'ab'.repeat(32),
    },
    ['relays'],
  ],
  [
    'a settlement',
    sessionParams.wc_sessionSettle,
    { relay, namespaces: { solana: approved }, controller: peer, expiry: 0 },
    ['expiry'],
  ],
  [
    'a request',
    sessionParams.wc_sessionRequest,
    { request: { method: letters(128), params: null }, chainId: chain },
    [],
  ],
  [
    'an event',
    sessionParams.wc_sessionEvent,
    { event: { name: letters(128), data: null }, chainId: chain },
    [],
  ],
  ['a reason', sessionParams.wc_sessionDelete, { code: 1, message: letters(1024) }, ['code']],
  [
    'a request to sign in',
    sessionAuthenticateParams,
    {
      authPayload: {
        ...signIn,
        chains: [letters(64)],
        statement: letters(4096),
        resources: [letters(65_536)],
      },
      requester: peer,
    },
    ['authPayload.chains', 'authPayload.resources'],
  ],
  [
    'an answer to it',
    authenticateAnswer,
    {
      cacaos: Array(100).fill({
        h: { t: letters(32) },
        p: {
          ...signIn,
          iss: `did:pkh:eip155:1:${letters(239)}`,
          statement: letters(65_536),
          resources: [letters(65_536)],
        },
        s: { t: 'eip191', s: letters(100_000) },
      }),
      responder: peer,
    },
    ['cacaos[0].p.resources'],
  ],
])(
  '%s accepts its largest size and rejects any larger bounded part',
  (_, schema, largest, unbounded) => {
    expect(listUnbounded(schema, largest)).toEqual(unbounded)
  },
)

test('rejects a time before 1970, no sign-in chain and no sign-in', () => {
  const expiries = [0, -1].map((expiry) => v.is(sessionParams.wc_sessionExtend, { expiry }))
  expect(expiries).toEqual([true, false])
  const payload = { ...signIn, chains: [] }
  expect(v.is(sessionAuthenticateParams, { authPayload: payload, requester: peer })).toBe(false)
  expect(v.is(authenticateAnswer, { cacaos: [], responder: peer })).toBe(false)
})
