import {
  createLocalKms,
  makeDpopProof,
  postToken,
  recoveryForget,
  revokeSessions,
} from '@foyer/protocol/custody'
import { revokeDevice, signOutEverywhere } from '@foyer/protocol/login'
import { createLog, HttpError } from '@foyer/server'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shape } from '../database/database.ts'
import { devices, sessions } from '../database/schema.ts'
import {
  logIn,
  newKek,
  startTestLogin,
  type TestDevice,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'
import { createVaultTeller } from './createVaultTeller.ts'

describe.each(testEngines)('on %s', (engine) => {
  let server: TestLogin
  beforeAll(async () => {
    server = await startTestLogin({ engine })
  })
  afterAll(() => server?.stop())

  /** The vault's answer to a token that may still be valid: 200, or the code of its refusal. */
  async function askVault({ pop }: TestDevice, accessToken: string): Promise<unknown> {
    const { path } = recoveryForget
    const { url } = server.vault
    const body = new TextEncoder().encode(
      JSON.stringify({ walletId: crypto.randomUUID(), setIds: [] }),
    )
    let nonce: string | undefined
    for (;;) {
      const call = { method: 'POST', url: url + path, body, accessToken, key: pop, nonce }
      const response = await fetch(url + path, {
        method: 'POST',
        body,
        headers: {
          origin: server.origin,
          dpop: await makeDpopProof({ ...call, nowMs: server.now() }),
          authorization: `DPoP ${accessToken}`,
        },
      })
      const answer = (await response.json()) as { error?: { code: string } }
      if (answer.error?.code !== 'use_dpop_nonce') return answer.error?.code ?? response.status
      nonce = response.headers.get('DPoP-Nonce') ?? ''
    }
  }

  test('[T80] [T120] the vault refuses the token of a session that was signed out, reused, revoked with all others or with its device', async () => {
    const ends: ((visitor: Awaited<ReturnType<typeof logIn>>) => Promise<unknown>)[] = [
      ({ device, tokens }) => device.call(revokeSessions, { sids: [tokens.sid] }),
      ({ device }) => device.call(signOutEverywhere, {}),
      async ({ device, tokens: { refreshToken } }) => {
        const refresh = { grant: 'refresh', refreshToken } as const
        await device.call(postToken, refresh)
        server.clock.addMs += 11_000
        expect((await device.ask(postToken.path, refresh)).code).toBe('token-invalid')
      },
      async ({ device }) => {
        const { body } = await device.ask('/v1/account', {})
        const [{ deviceId }] = body.devices as [{ deviceId: string }]
        await device.call(revokeDevice, { deviceId })
      },
    ]
    for (const end of ends) {
      const visitor = await logIn(server)
      const { device, email, tokens } = visitor
      expect(await askVault(device, tokens.accessToken)).toBe(200)
      server.clock.addMs += 1000
      await end(visitor)
      await expect.poll(() => askVault(device, tokens.accessToken)).toBe('token-invalid')
      // The same browser may log in again.
      server.clock.addMs += 31_000
      const again = await logIn(server, { device, email })
      expect(await askVault(device, again.tokens.accessToken)).toBe(200)
    }
  })
})

test.each(testEngines)(
  'on %s resends what the vault did not receive as soon as it is reachable',
  async (engine) => {
    const database = await openTestDatabase(shape, engine)
    const { queries } = database
    let isDown = true
    const told: unknown[] = []
    const callVault = async (_: unknown, body: unknown) => {
      if (isDown) throw new HttpError(503, 'http-failed', 'The vault is away')
      told.push(body)
    }
    const log = createLog({ app: 'login', level: 'silent', secrets: [] })
    const kms = await createLocalKms({ store: 'A', keys: newKek('kekA-1') })
    const audit = async () => {}
    const needs = {
      ...{ audit, callVault: callVault as never, kms, log, now: Date.now, queries },
      ...{ loginOrigin: 'https://id.example', mailer: { send: () => {} } },
    }
    const teller = createVaultTeller({ ...needs, pollMs: 20 })
    try {
      const [sid, userId, jkt, revokedAt] = ['s', 'u', 'j', Date.now()]
      const at = { approvedAt: 0, lastSeenAt: 0, revokedAt }
      const device = { deviceId: 'd', userId, jkt, browser: '', networkHmac: '', ...at }
      await queries.insert(devices).values(device)
      const times = { authAt: 0, idleUntil: 0, absoluteUntil: 0, revokedAt }
      const session = { sid, userId, jkt, deviceId: 'd', amr: '', tokenHash: '', ...times }
      // An old session has no valid token, and is not reported.
      const old = { ...session, sid: 'o', tokenHash: 'o', revokedAt: revokedAt - 3_600_000 }
      await queries.insert(sessions).values([session, old])
      await teller.tell()
      expect(told).toEqual([])
      isDown = false
      const all = [
        { userId, jkt, at: revokedAt },
        { userId, sids: [sid] },
      ]
      await expect.poll(() => told).toEqual(all)
      await teller.tell()
      expect(told).toEqual(all)
    } finally {
      await teller.close()
      await database.close()
    }
  },
)
