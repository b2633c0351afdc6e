import { formatSignIn, type SignInMessage } from '@foyer/protocol/signIn'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSiwx } from './createSiwx.ts'
import { memorySessions, signedSessions } from './sessions.ts'

const origin = 'https://app.example'
const secret = 'a secret of the test, with 32 characters'
const [alice, bob] = [0, 1].map(() => privateKeyToAccount(generatePrivateKey())) as [
  ReturnType<typeof privateKeyToAccount>,
  ReturnType<typeof privateKeyToAccount>,
]
const start = Date.parse('2026-11-21T12:00:00Z')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

type Changes = Partial<SignInMessage>

/** A browser with its own cookies, at a server. */
function visit(siwx = createSiwx({ origin, secret })) {
  const jar = new Map<string, string>()
  const headers = () => ({
    origin,
    'content-type': 'application/json',
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const ask = async (path: string, body?: unknown, changed: Record<string, string> = {}) => {
    const answer = await siwx.handle(
      new Request(`${origin}/siwx/${path}`, {
        headers: { ...headers(), ...changed },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      }),
    )
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return { status: answer.status, body: await answer.json(), headers: answer.headers }
  }
  const nonce = async () => ((await ask('nonce')).body as { nonce: string }).nonce
  const sign = async (changes: Changes & { nonce: string }, user = alice) => {
    const message = formatSignIn({
      domain: 'app.example',
      address: user.address,
      chainId: 'eip155:1',
      uri: origin,
      version: '1',
      issuedAt: new Date().toISOString(),
      ...changes,
    })
    return { message, signature: await user.signMessage({ message }) }
  }
  return {
    ask,
    jar,
    nonce,
    sign,
    async signIn(changes: Changes = {}, user = alice) {
      return ask('verify', await sign({ nonce: await nonce(), ...changes }, user))
    },
    whoIs: async () =>
      (await siwx.readSession(headers().cookie))?.accounts.map(({ address }) => address),
  }
}

describe('a sign-in', () => {
  it('makes a session in a cookie that no script and no other site can use', async () => {
    const browser = visit()
    expect(await browser.whoIs()).toBeUndefined()
    const { body, headers, status } = await browser.signIn()
    expect(status).toBe(200)
    expect(body).toEqual({
      session: {
        accounts: [{ address: alice.address, chainId: 'eip155:1' }],
        issuedAt: start,
        expiresAt: start + 7 * 86_400_000,
      },
    })
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-siwx-session=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure$/,
      ),
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await browser.whoIs()).toEqual([alice.address])
    expect((await browser.ask('session')).body).toEqual(body)
  })

  it('error: a nonce is accepted once, even by two calls at once', async () => {
    const browser = visit()
    const signed = await browser.sign({ nonce: await browser.nonce() })
    const both = await Promise.all([browser.ask('verify', signed), browser.ask('verify', signed)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 401]))
    expect((await browser.ask('verify', signed)).body).toMatchObject({
      error: { code: 'unauthorized', message: 'The nonce was used before.' },
    })
  })

  it('error: a nonce is worth nothing in another browser, so that no thief can sign a user in', async () => {
    const siwx = createSiwx({ origin, secret })
    const [thief, user] = [visit(siwx), visit(siwx)]
    const signed = await thief.sign({ nonce: await thief.nonce() })
    expect((await user.ask('verify', signed)).status).toBe(401)
    await user.nonce()
    expect((await user.ask('verify', signed)).status).toBe(401)
    expect(await user.whoIs()).toBeUndefined()
  })

  it('error: a nonce that expired, was made up, or was made with another secret is refused', async () => {
    const siwx = createSiwx({ origin, secret })
    const browser = visit(siwx)
    const signed = await browser.sign({ nonce: await browser.nonce() })
    vi.setSystemTime(start + 300_000)
    expect((await browser.ask('verify', signed)).status).toBe(401)
    for (const nonce of ['0'.repeat(68), 'abcdefgh'])
      expect((await browser.signIn({ nonce })).status).toBe(401)
    const other = visit(createSiwx({ origin, secret: `another ${secret}` }))
    other.jar.set('__Host-siwx-browser', browser.jar.get('__Host-siwx-browser') ?? '')
    expect((await browser.signIn({ nonce: await other.nonce() })).status).toBe(401)
  })

  it.each<[string, Changes]>([
    ['another domain', { domain: 'evil.example' }],
    ['the URI of another site', { uri: 'https://evil.example' }],
    ['an expired message', { expirationTime: '2026-11-21T12:00:00Z' }],
    ['a network that is not offered', { chainId: 'eip155:5' }],
    ['the account of another', { address: bob.address }],
  ])('error: %s is refused', async (_, changes) => {
    const browser = visit(createSiwx({ origin, secret, chains: ['eip155:1'] }))
    expect((await browser.signIn(changes)).status).toBe(401)
    expect(await browser.whoIs()).toBeUndefined()
  })

  it('error: pages of other sites are refused', async () => {
    const browser = visit()
    const signed = await browser.sign({ nonce: await browser.nonce() })
    const ask = async (headers: Record<string, string>) =>
      (await browser.ask('verify', signed, headers)).status
    expect(await ask({ origin: 'https://evil.example' })).toBe(403)
    expect(await ask({ origin: 'null' })).toBe(403)
    expect(await ask({ 'content-type': 'text/plain' })).toBe(400)
    expect((await browser.ask('nonce', undefined, { origin: 'https://evil.example' })).status).toBe(
      403,
    )
  })

  it('error: another path, method or body is refused', async () => {
    const { ask } = visit()
    expect((await ask('nothing')).status).toBe(404)
    expect((await ask('nonce', {})).status).toBe(404)
    expect((await ask('verify', {})).body).toMatchObject({
      error: { code: 'params-invalid', message: expect.stringContaining('message') },
    })
    expect((await ask('verify', { message: 'Hello', signature: '0x' })).status).toBe(400)
    expect((await ask('verify', { message: 'a'.repeat(200_000) })).status).toBe(400)
    expect((await ask('sign-out', { address: 1 })).status).toBe(400)
  })
})

describe.each([
  ['signed', () => signedSessions(secret)],
  ['in memory', () => memorySessions()],
])('a session %s', (name, sessions) => {
  const open = () => visit(createSiwx({ origin, secret, sessions: sessions() }))

  it('holds several accounts, the last one first, and ends one by one', async () => {
    const browser = open()
    await browser.signIn()
    const first = browser.jar.get('__Host-siwx-session')
    await browser.signIn({}, bob)
    expect(browser.jar.get('__Host-siwx-session')).not.toBe(first)
    expect(await browser.whoIs()).toEqual([bob.address, alice.address])
    await browser.signIn()
    expect(await browser.whoIs()).toEqual([alice.address, bob.address])
    await browser.ask('sign-out', { address: alice.address })
    expect(await browser.whoIs()).toEqual([bob.address])
    await browser.ask('sign-out', {})
    expect(await browser.whoIs()).toBeUndefined()
    expect((await browser.ask('session')).body).toEqual({ session: null })
  })

  it('is one for an address with and without a checksum, and ends for both', async () => {
    const browser = open()
    await browser.signIn({ address: alice.address.toLowerCase() })
    await browser.signIn()
    expect(await browser.whoIs()).toEqual([alice.address])
    await browser.ask('sign-out', { address: alice.address.toLowerCase() })
    expect(await browser.whoIs()).toBeUndefined()
  })

  it('expires, and is prolonged when it is used in its second half', async () => {
    const browser = open()
    await browser.signIn()
    vi.setSystemTime(start + 4 * 86_400_000)
    const { body } = await browser.ask('session')
    expect(body).toMatchObject({ session: { expiresAt: start + 11 * 86_400_000 } })
    vi.setSystemTime(start + 11 * 86_400_000)
    expect(await browser.whoIs()).toBeUndefined()
  })

  it('is never prolonged past 30 days after its first account signed in', async () => {
    const browser = open()
    await browser.signIn()
    for (let day = 4; day < 30; day += 4) {
      vi.setSystemTime(start + day * 86_400_000)
      await browser.ask('session')
    }
    await browser.signIn({}, bob)
    expect(await browser.whoIs()).toEqual([bob.address, alice.address])
    vi.setSystemTime(start + 30 * 86_400_000)
    expect(await browser.whoIs()).toBeUndefined()
    expect((await browser.ask('session')).body).toEqual({ session: null })
  })

  it('error: a cookie that was changed or made up is none', async () => {
    const browser = open()
    await browser.signIn()
    const good = browser.jar.get('__Host-siwx-session') ?? ''
    const forged = btoa(
      JSON.stringify({
        accounts: [{ address: bob.address, chainId: 'eip155:1' }],
        issuedAt: start,
        expiresAt: start * 2,
      }),
    )
    for (const bad of [
      '',
      'x',
      `${good}a`,
      `a${good}`,
      `${forged}.${good.split('.')[1]}`,
      `${forged}.`,
    ]) {
      browser.jar.set('__Host-siwx-session', bad)
      expect(await browser.whoIs()).toBeUndefined()
    }
  })

  if (name === 'in memory')
    it('is over everywhere after a sign-out, even for a copied cookie', async () => {
      const browser = open()
      await browser.signIn()
      const copied = browser.jar.get('__Host-siwx-session') ?? ''
      await browser.ask('sign-out', {})
      browser.jar.set('__Host-siwx-session', copied)
      expect(await browser.whoIs()).toBeUndefined()
    })
})

describe('its options', () => {
  it('a new secret signs, and one from before is still accepted', async () => {
    const old = visit()
    await old.signIn()
    const both = visit(createSiwx({ origin, secret: [`new ${secret}`, secret] }))
    both.jar.set('__Host-siwx-session', old.jar.get('__Host-siwx-session') ?? '')
    expect(await both.whoIs()).toEqual([alice.address])
    const onlyNew = visit(createSiwx({ origin, secret: `new ${secret}` }))
    onlyNew.jar.set('__Host-siwx-session', old.jar.get('__Host-siwx-session') ?? '')
    expect(await onlyNew.whoIs()).toBeUndefined()
  })

  it('error: a short secret or an origin with a path is refused', () => {
    expect(() => createSiwx({ origin, secret: 'short' })).toThrow(/32 characters/)
    expect(() => createSiwx({ origin: `${origin}/`, secret })).toThrow(/origin/)
  })

  it('error: what a store says is not told to browsers', async () => {
    const nonces = { use: () => Promise.reject(new Error('redis://secret@host')) }
    const answer = await visit(createSiwx({ origin, secret, nonces })).signIn()
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer.body)).not.toContain('redis')
  })
})
