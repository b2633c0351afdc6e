import { formatSignIn } from '@foyer/protocol/signIn'
import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSiwx } from './createSiwx.ts'
import { memorySessions, type SessionStore, signedSessions } from './sessions.ts'

const origin = 'https://app.example'
const secret = 'a secret of the test, with 32 characters'
const dayMs = 86_400_000
const [alice, bob, carol] = [
  privateKeyToAccount(generatePrivateKey()),
  privateKeyToAccount(generatePrivateKey()),
  privateKeyToAccount(generatePrivateKey()),
]

/** The sign-in of a site, called with one cookie, and every value that it gave out for the session's cookie. */
function openSite(sessions: SessionStore) {
  const siwx = createSiwx({ origin, secret, sessions })
  const given: string[] = []
  const call = async (path: string, cookie: string, body?: object) => {
    const headers = { origin, cookie, 'content-type': 'application/json' }
    const method = body ? 'POST' : 'GET'
    const answer = await siwx.handle(
      new Request(`${origin}/siwx/${path}`, {
        ...{ headers, method },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]!)
    given.push(...cookies.filter((one) => /session=./.test(one)))
    return { cookies, json: (await answer.json()) as Record<string, unknown> }
  }
  const signIn = async (user: typeof alice, session = '') => {
    const { cookies, json } = await call('nonce', session)
    const message = formatSignIn({
      ...{
        domain: 'app.example',
        address: user.address,
        chainId: 'eip155:1',
        uri: origin,
        version: '1',
      },
      ...{ issuedAt: new Date().toISOString(), nonce: String(json.nonce) },
    })
    const signature = await user.signMessage({ message })
    return () => call('verify', [...cookies, session].join('; '), { message, signature })
  }
  return { call, given, read: siwx.readSession, signIn }
}

function fakeDate() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
}

test('memorySessions: nobody is signed in after a sign-out, whatever other tabs ask at the same moment', async () => {
  fakeDate()
  const others = fc.array(fc.constantFrom('session', 'sign-out bob'), {
    minLength: 1,
    maxLength: 3,
  })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), others, async (scheduler, names) => {
      let isSlow = false
      const slow =
        <args extends unknown[], result>(run: (...args: args) => Promise<result>) =>
        async (...args: args) => {
          if (isSlow) await scheduler.schedule(Promise.resolve())
          return run(...args)
        }
      const { create, read, remove, update } = memorySessions()
      const site = openSite({
        ...{ create: slow(create), read: slow(read) },
        ...{ remove: slow(remove), update: slow(update) },
      })
      await (await site.signIn(alice))()
      await (await site.signIn(bob, site.given.at(-1)))()
      const cookie = site.given.at(-1)!
      vi.setSystemTime(Date.now() + 4 * dayMs)
      isSlow = true
      const calls = names.map((name) =>
        name === 'session'
          ? site.call('session', cookie)
          : site.call('sign-out', cookie, { address: bob.address }),
      )
      await scheduler.waitFor(Promise.all([site.call('sign-out', cookie, {}), ...calls]))
      isSlow = false
      for (const one of site.given) expect(await site.read(one)).toBeUndefined()
    }),
  )
})

test('memorySessions: an account that signs out while another one signs in does not come back', async () => {
  fakeDate()
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, isWhole) => {
      let isSlow = false
      const steps: string[] = []
      // Reading a body and checking a signature take turns of their own: both begin when both are at the store.
      let arrivals = 0
      let begin = () => {}
      const both = new Promise<void>((resolve) => {
        begin = resolve
      })
      const slow =
        <args extends unknown[], result>(name: string, run: (...args: args) => Promise<result>) =>
        async (...args: args) => {
          if (isSlow) {
            if (++arrivals === 2) begin()
            await both
            await scheduler.schedule(Promise.resolve())
          }
          steps.push(name)
          return run(...args)
        }
      const { create, read, remove, take, update } = memorySessions()
      const site = openSite({
        ...{ create: slow('create', create), read: slow('read', read) },
        ...{ remove: slow('sign-out', remove), update: slow('sign-out', update) },
        ...(take && { take: slow('replace', take) }),
      })
      await (await site.signIn(alice))()
      await (await site.signIn(bob, site.given.at(-1)))()
      const cookie = site.given.at(-1)!
      const signIn = await site.signIn(carol, cookie)
      steps.length = 0
      isSlow = true
      const body = isWhole ? {} : { address: bob.address }
      await scheduler.waitFor(Promise.all([signIn(), site.call('sign-out', cookie, body)]))
      isSlow = false
      const sessions = await Promise.all(site.given.map((one) => site.read(one)))
      const left = sessions.flatMap((one) => one?.accounts ?? []).map(({ address }) => address)
      expect(left).toContain(carol.address)
      const end = steps.find((name) => name === 'sign-out' || name === 'replace')
      if (end !== 'sign-out') return
      expect(left).not.toContain(bob.address)
      if (isWhole) expect(left).not.toContain(alice.address)
    }),
  )
})

test('a store without `take` keeps the accounts that have signed in', async () => {
  const { take: _, ...store } = memorySessions()
  const site = openSite(store)
  await (await site.signIn(alice))()
  const first = site.given.at(-1)
  await (await site.signIn(bob, first))()
  expect(await site.read(first)).toBeUndefined()
  const { accounts = [] } = (await site.read(site.given.at(-1))) ?? {}
  expect(accounts.map(({ address }) => address)).toEqual([bob.address, alice.address])
})

test.each([
  ['signedSessions', () => signedSessions(secret)],
  ['memorySessions', () => memorySessions()],
] as const)('%s: no copy of a cookie outlives 30 days, however it is used', async (_, open) => {
  fakeDate()
  const step = fc.record({
    afterMs: fc.integer({ min: 3.6 * dayMs, max: 6.9 * dayMs }),
    call: fc.constantFrom(
      'session',
      'session',
      'session',
      'sign-in bob',
      'sign-in bob',
      'sign-out bob',
    ),
    age: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 8 }), async (steps) => {
      const site = openSite(open())
      const signedInAt = Date.now()
      await (await site.signIn(alice))()
      for (const { afterMs, age, call } of steps) {
        vi.setSystemTime(Date.now() + afterMs)
        const cookie = site.given.at(-1 - age) ?? ''
        if (call === 'session') await site.call('session', cookie)
        else if (call === 'sign-in bob') await (await site.signIn(bob, cookie))()
        else await site.call('sign-out', cookie, { address: bob.address })
        for (const one of site.given) {
          const session = await site.read(one)
          if (session?.accounts.some(({ address }) => address === alice.address))
            expect(Date.now() - signedInAt).toBeLessThan(30 * dayMs)
        }
      }
    }),
    { numRuns: 30 },
  )
})
