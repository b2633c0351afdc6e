import { encodeBase64Url } from '@foyer/protocol/custody'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestLogin, type TestLogin } from '../../server/startTestLogin.test.kit.ts'
import { type Asked, openWorker } from '../keyWorker.test.kit.ts'

let server: TestLogin
beforeAll(async () => {
  server = await startTestLogin({})
})
afterAll(() => server?.stop())

/** A passkey of a virtual authenticator: the same secret at every use. */
const newPasskey = (isAdded: boolean) => {
  const id = encodeBase64Url(crypto.getRandomValues(new Uint8Array(16)))
  const secret = crypto.getRandomValues(new Uint8Array(32))
  return () => ({ mode: 'passkey' as const, id, isAdded, secret: secret.slice() })
}
type Passkey = ReturnType<typeof newPasskey>

/** A browser of its own, and the texts that its worker has stored. */
const browser = () => {
  const { origin, vault } = server
  const send: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as object), origin } })
  return openWorker({ authUrl: origin, vaultUrl: vault.url } as never, { fetch: send })
}

async function opens({ ask }: Asked, address: string, passkey: Passkey): Promise<boolean> {
  const rid = crypto.randomUUID()
  const request = { method: 'personal_sign', params: ['0x00', address] } as const
  const { digest } = await ask('prepare', { rid, request: request as never })
  return ask('sign', { rid, digest, factor: passkey() }).then(
    () => true,
    (error) => {
      expect(error).toMatchObject({ code: 'recovery-failed' })
      return false
    },
  )
}

test('a passkey opens its wallet in each browser that used it until it is removed, and in none after that', async () => {
  const step = fc.record({
    does: fc.constantFrom('add', 'remove', 'use'),
    passkey: fc.nat({ max: 2 }),
    browser: fc.nat({ max: 1 }),
  })
  const first = { passkey: 0, browser: 0 }
  // At least one passkey is added, used and removed.
  const history = fc
    .array(step, { maxLength: 5 })
    .map((steps) => [
      { ...first, does: 'add' },
      { ...first, does: 'use' },
      ...steps,
      { ...first, does: 'remove' },
    ])
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const source = newPasskey(false)
      const home = await browser()
      const { addresses } = await home.ask('openByFactor', { factor: source(), create: true })
      await home.ask('stepUp', { factor: source() })
      const passkeys = [0, 1, 2].map(() => newPasskey(true))
      const added = new Set<Passkey>()
      const browsers = [await browser(), await browser()]
      const signedIn = new Set<Asked>()
      const change = (change: object) =>
        home.ask('changeFactors', { change, present: source() } as never)
      for (const { browser, does, passkey: index } of steps) {
        const passkey = passkeys[index]!
        const there = browsers[browser]!
        if (does === 'add' && !added.has(passkey)) {
          await change({ add: passkey() })
          added.add(passkey)
        } else if (does === 'remove' && added.delete(passkey)) {
          await change({ remove: passkey().id })
        } else if (does === 'use' && added.has(passkey)) {
          await there.ask('openByFactor', { factor: passkey() })
          signedIn.add(there)
        }
        for (const one of [home, ...signedIn])
          expect(await opens(one, addresses.evm, passkey)).toBe(added.has(passkey))
      }
      for (const one of [home, ...signedIn])
        expect(await opens(one, addresses.evm, source)).toBe(true)
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 6) },
  )
})
