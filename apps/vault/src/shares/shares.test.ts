import { randomUUID } from 'node:crypto'
import {
  createReleaseKey,
  encodeBase64Url,
  recoveryCommit,
  recoveryForget,
  recoveryPrepare,
  recoveryRelease,
} from '@foyer/protocol/custody'
import { vaultBindContact, vaultFreeze } from '@foyer/protocol/vault'
import { verifyAudit } from '@foyer/server/database'
import { testEngines } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import { generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askShare, createTestWallet, newFacts, recShare } from '../createTestWallet.test.kit.ts'
import { audit, shares } from '../database/schema.ts'
import {
  createDevice,
  metricsToken,
  startTestVault,
  type TestVault,
} from '../startTestVault.test.kit.ts'

describe.each(testEngines)('recovery shares on %s', (engine) => {
  let vault: TestVault
  beforeAll(async () => {
    vault = await startTestVault({ engine, limits: { releasesPerMinute: 1000 } })
  })
  afterAll(() => vault.stop())

  const approve = async (email: string, jkt: string) => {
    const { token } = await vault.link(email, jkt)
    expect((await vault.page('/device/decide', { token, decision: 'approve' })).state).toBe(
      'approved',
    )
  }
  const pass = (ms: number) => {
    vault.clock.addMs += ms
  }

  test('releases the share to a new device whose link was approved, and to no other device', async () => {
    const { email, facts, setId, share, userId, committed } = await createTestWallet(vault)
    expect(committed.status).toBe(200)
    pass(31_000)
    const device = await createDevice(vault, { userId })
    expect((await askShare(device, { facts, setId })).code).toBe('evidence-required')
    await approve(email, device.jkt)
    const { bytes, status } = await askShare(device, { facts, setId })
    expect(status).toBe(200)
    expect(bytes).toEqual(share)
    const other = await createDevice(vault, { userId })
    expect((await askShare(other, { facts, setId })).code).toBe('evidence-required')
    // An approval is valid for thirty minutes.
    pass(1_801_000)
    expect((await askShare(device, { facts, setId })).code).toBe('evidence-required')
    expect(vault.mailbox.mails.filter(({ to }) => to === email).at(-1)?.text).toContain(
      '/device#t=',
    )
  })

  test('releases nothing for another user, another set or another purpose', async () => {
    const { device, deviceSetId, email, facts, setId, userId } = await createTestWallet(vault)
    pass(31_000)
    const stranger = await createTestWallet(vault)
    expect((await askShare(stranger.device, { facts, setId })).code).toBe('share-unknown')
    // A committed set can not be read back by `verify`, and a device set is never released.
    expect((await askShare(device, { facts, setId, purpose: 'verify' })).code).toBe('share-unknown')
    expect((await askShare(device, { facts, setId: deviceSetId })).code).toBe('share-unknown')
    await approve(email, device.jkt)
    for (const wrong of [
      { epoch: 2 },
      { evm: '0x0000000000000000000000000000000000000001' },
      { sol: '11111111111111111111111111111111' },
    ])
      expect((await askShare(device, { facts: { ...facts, ...wrong }, setId })).code).toBe(
        'share-unreadable',
      )
    expect(userId).not.toBe(stranger.userId)
  })

  test('does not open a row that was moved to another user', async () => {
    const { queries } = vault.database
    const mine = await createTestWallet(vault)
    const theirs = await createTestWallet(vault)
    const read = async (setId: string) =>
      (await queries.select().from(shares).where(eq(shares.setId, setId)))[0]!
    const [own, other] = [await read(mine.setId), await read(theirs.setId)]
    const { ct, edk, kid } = other
    await queries.update(shares).set({ ct, edk, kid }).where(eq(shares.setId, own.setId))
    const before = vault.lines.length
    expect((await askShare(mine.device, { facts: mine.facts, setId: mine.setId })).code).toBe(
      'share-unreadable',
    )
    expect(vault.lines.slice(before).join('')).toContain('a share does not open')
  })

  test('returns a prepared share only to its own device, and commits a change once', async () => {
    const { device, facts, userId } = await createTestWallet(vault)
    const next = { ...facts, epoch: 2 }
    const [setId, changeId] = [randomUUID(), randomUUID()]
    const share = recShare(next, setId)
    const body = {
      changeId,
      wallet: next,
      mode: 'auto' as const,
      sets: [{ setId, kind: 'recovery' as const, share: encodeBase64Url(share) }],
    }
    expect((await device.call(recoveryPrepare, body)).status).toBe(200)
    expect((await device.call(recoveryPrepare, body)).status).toBe(200)
    expect((await askShare(device, { facts: next, setId })).code).toBe('share-unknown')
    expect((await askShare(device, { facts: next, setId, purpose: 'verify' })).bytes).toEqual(share)
    const other = await createDevice(vault, { userId })
    expect((await askShare(other, { facts: next, setId, purpose: 'verify' })).code).toBe(
      'share-unknown',
    )
    expect((await other.call(recoveryCommit, { changeId })).code).toBe('change-unknown')
    expect((await device.call(recoveryCommit, { changeId })).status).toBe(200)
    expect((await device.call(recoveryCommit, { changeId })).status).toBe(200)
  })

  test('needs a known device or evidence for a change, and never changes the addresses of a wallet', async () => {
    const { facts, setId, userId, device } = await createTestWallet(vault)
    const stranger = await createDevice(vault, { userId })
    const change = (wallet: typeof facts) => {
      const id = randomUUID()
      return {
        changeId: randomUUID(),
        wallet,
        mode: 'auto' as const,
        sets: [
          { setId: id, kind: 'recovery' as const, share: encodeBase64Url(recShare(wallet, id)) },
        ],
      }
    }
    expect((await stranger.call(recoveryPrepare, change(facts))).code).toBe('evidence-required')
    expect(
      (await stranger.call(recoveryForget, { walletId: facts.walletId, setIds: [setId] })).code,
    ).toBe('evidence-required')
    expect(
      (
        await device.call(
          recoveryPrepare,
          change({ ...facts, evm: '0x0000000000000000000000000000000000000001' }),
        )
      ).code,
    ).toBe('change-conflict')
    const unbound = await createDevice(vault, { userId: randomUUID() })
    expect((await unbound.call(recoveryPrepare, change(newFacts()))).code).toBe('evidence-required')
  })

  test('deletes replaced sets on request, but never the newest recovery set', async () => {
    const { device, deviceSetId, facts, setId, share, userId } = await createTestWallet(vault)
    const { walletId } = facts
    expect(
      (await device.call(recoveryForget, { walletId, setIds: [setId], before: 9 })).status,
    ).toBe(200)
    expect((await askShare(device, { facts, setId })).bytes).toEqual(share)
    expect((await device.call(recoveryForget, { walletId, setIds: [deviceSetId] })).status).toBe(
      200,
    )
    const left = await vault.database.queries
      .select()
      .from(shares)
      .where(eq(shares.walletId, walletId))
    expect(left.map((row) => row.setId)).toEqual([setId])
    const rows = await vault.database.queries.select().from(audit)
    const told = rows.map(({ event }) => JSON.parse(event)).filter((one) => one.userId === userId)
    expect(told).toContainEqual(
      expect.objectContaining({ kind: 'change-committed', walletId, epoch: 1, mode: 'auto' }),
    )
    expect(told).toContainEqual(
      expect.objectContaining({ kind: 'sets-deleted', walletId, count: 1 }),
    )
  })

  test('error: refuses a fourth recovery in a day, and a repeated request', async () => {
    const { device, facts, setId } = await createTestWallet(vault)
    const { epk } = await createReleaseKey()
    const body = { wallet: facts, setId, purpose: 'recover' as const, rid: randomUUID(), epk }
    expect((await device.call(recoveryRelease, body)).status).toBe(200)
    expect((await device.call(recoveryRelease, body)).code).toBe('releases-exceeded')
    for (const _ of [2, 3]) expect((await askShare(device, { facts, setId })).status).toBe(200)
    const fourth = await askShare(device, { facts, setId })
    expect([fourth.status, fourth.code, fourth.bytes]).toEqual([
      429,
      'releases-exceeded',
      undefined,
    ])
  })

  test('allows a user for whom only the login server vouches one recovery a day, and notifies the login server', async () => {
    const { facts, setId, userId } = await createTestWallet(vault, { isAsserted: true })
    const device = await createDevice(vault, { userId })
    expect((await askShare(device, { facts, setId })).status).toBe(200)
    expect((await askShare(device, { facts, setId })).code).toBe('releases-exceeded')
    await expect
      .poll(
        () =>
          vault.auth.events.filter(
            (event) => event.kind === 'recovered-asserted' && event.userId === userId,
          ).length,
      )
      .toBe(1)
  })

  test('refuses kinds of evidence that are not enrolled, and names the reason', async () => {
    const { device, facts, setId } = await createTestWallet(vault)
    for (const evidence of [
      { kind: 'oidc', idToken: 'x', txn: 'y' },
      { kind: 'siwf', message: 'x', signature: '0x00', txn: 'y' },
    ]) {
      const { answer, code } = await askShare(device, { facts, setId, evidence: evidence as never })
      expect(code).toBe('evidence-required')
      expect(JSON.stringify(answer)).toContain('not enrolled here')
    }
  })

  test('releases nothing for a frozen user, whatever the evidence is', async () => {
    const { device, facts, setId, userId } = await createTestWallet(vault)
    await vault.service(vaultFreeze, { userId })
    expect((await askShare(device, { facts, setId })).code).toBe('account-frozen')
    expect((await device.call(recoveryForget, { walletId: facts.walletId, setIds: [] })).code).toBe(
      'account-frozen',
    )
  })

  test("releases no share of an e-mail user to an attacker who has the login server's keys, its token and its secret", async () => {
    const { email, facts, setId, userId } = await createTestWallet(vault)
    pass(31_000)
    // The attacker signs a token for the victim and the attacker's own key.
    const thief = await createDevice(vault, { userId })
    expect((await askShare(thief, { facts, setId })).code).toBe('evidence-required')
    // The attacker's address approves that key, but it is not the address on file.
    await approve('thief@evil.example', thief.jkt)
    expect((await askShare(thief, { facts, setId })).code).toBe('evidence-required')
    // The attacker can not bind the victim to that address, nor declare that no contact is needed.
    const binds = [
      { kind: 'email' as const, userId, email: 'thief@evil.example', jkt: thief.jkt },
      { kind: 'provider-email' as const, userId, email: 'thief@evil.example' },
      { kind: 'asserted' as const, userId },
    ]
    for (const bind of binds) expect((await vault.service(vaultBindContact, bind)).status).toBe(409)
    // The attacker can request a link for the right address; without the click nothing is released.
    await vault.link(email, thief.jkt)
    expect((await askShare(thief, { facts, setId })).code).toBe('evidence-required')
    const rows = await vault.database.queries.select().from(audit)
    expect(
      rows.filter(({ event }) => event.includes('"released"') && event.includes(userId)),
    ).toEqual([])
  })

  test('error: refuses a token with another key, algorithm, audience, issuer, time or type, and a missing token', async () => {
    const { device, facts, setId, userId } = await createTestWallet(vault)
    const path = recoveryRelease.path
    const { epk } = await createReleaseKey()
    const body = { wallet: facts, setId, purpose: 'recover', rid: randomUUID(), epk }
    const { privateKey } = await generateKeyPair('EdDSA')
    const { jkt } = device
    const { auth } = vault
    const past = Math.floor(Date.now() / 1000) - 86_400
    const tokens = [
      await auth.token({ userId, jkt, key: privateKey }),
      await auth.token({ userId, jkt, header: { kid: 'other' } }),
      await auth.token({ userId, jkt, header: { typ: 'JWT' } }),
      await auth.token({
        userId,
        jkt,
        header: { alg: 'HS256' },
        key: Buffer.from(auth.jwk.x ?? ''),
      }),
      await auth.token({ userId, jkt, claims: { aud: 'other' } }),
      await auth.token({ userId, jkt, claims: { iss: 'https://evil.example' } }),
      await auth.token({ userId, jkt, claims: { iat: past, exp: past + 600 } }),
      await auth.token({ userId, jkt, claims: { cnf: {} } }),
      'x.y.z',
    ]
    for (const accessToken of tokens)
      expect((await device.send(path, body, { accessToken })).code).toBe('token-invalid')
    // A valid token that belongs to another device.
    const foreign = await auth.token({ userId, jkt: (await createDevice(vault, { userId })).jkt })
    expect((await device.send(path, body, { accessToken: foreign })).code).toBe('proof-invalid')
  })

  test('error: refuses a proof that was used, is of another body or lacks the nonce, and a call from another origin', async () => {
    const { device, facts, setId } = await createTestWallet(vault)
    const path = recoveryRelease.path
    const { epk } = await createReleaseKey()
    const body = { wallet: facts, setId, purpose: 'recover', rid: randomUUID(), epk }
    const { accessToken, proof, status, cors } = await device.send(path, body)
    expect([status, cors]).toEqual([200, 'https://id.example'])
    expect((await device.send(path, body, { accessToken, proof })).code).toBe('proof-invalid')
    expect(
      (await device.send(path, { ...body, rid: randomUUID() }, { accessToken, proof })).code,
    ).toBe('proof-invalid')
    const fresh = await createDevice(vault, { userId: randomUUID() })
    expect((await fresh.send(path, body)).code).toBe('use_dpop_nonce')
    const evil = await device.send(path, body, { origin: 'https://evil.example' })
    expect([evil.status, evil.cors]).toEqual([403, null])
  })

  test('[T96] logs no address, token, link or share; the audit log is intact', async () => {
    for (let count = 0; count < 3; count++) await createTestWallet(vault)
    const { email, device, facts, setId, share } = await createTestWallet(vault)
    const { accessToken, proof } = await device.send(recoveryRelease.path, {})
    await askShare(device, { facts, setId })
    const all = vault.lines.join('')
    expect(all).toContain('/v1/shares/recovery/release')
    for (const secret of [
      email,
      accessToken,
      proof,
      encodeBase64Url(share),
      Buffer.from(share).toString('base64'),
      Buffer.from(share).toString('hex'),
      vault.given.hmacKey,
      vault.given.auth.serviceSecret,
      vault.given.kek.slice(8),
    ])
      expect(all.includes(secret)).toBe(false)
    expect(all).not.toMatch(/@shop\.example|#t=/)
    const { brokenAt, rows } = await verifyAudit(vault.database.queries, audit, {
      keys: [vault.given.hmacKey],
    })
    expect(brokenAt).toBeUndefined()
    expect(rows).toBeGreaterThan(10)
    const events = (await vault.database.queries.select().from(audit))
      .map(({ event }) => event)
      .join('')
    expect(events).not.toContain('@')
  })
})

describe.each(testEngines)('the circuit breaker of recoveries on %s', (engine) => {
  test('[T89] refuses the 31st recovery in a minute and all later ones, raises an alarm, and refuses a frozen user', async () => {
    const vault = await startTestVault({
      engine,
      limits: { releasesPerUserPerDay: 100, shareCallsPerMinute: 1000 },
    })
    try {
      const { device, facts, setId } = await createTestWallet(vault)
      const [victim, frozen] = [await createTestWallet(vault), await createTestWallet(vault)]
      for (let index = 0; index < 30; index++)
        expect((await askShare(device, { facts, setId })).status).toBe(200)
      expect((await askShare(victim.device, victim)).code).toBe('releases-exceeded')
      expect(vault.lines.join('')).toContain('"alarm":"breaker"')
      const metrics = await fetch(`${vault.vault.url}/metrics`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      })
      const counted = await metrics.text()
      expect(counted).toContain('foyer_vault_breaker_opened_total 1')
      expect(counted).toContain('foyer_vault_releases_total{evidence="email"} 30')
      const audited = await vault.database.queries.select().from(audit)
      expect(audited.map(({ event }) => event).join()).toContain('breaker-opened')
      vault.clock.addMs += 61_000
      expect((await askShare(victim.device, victim)).status).toBe(503)
      vault.clock.addMs += 600_000
      expect((await askShare(victim.device, victim)).status).toBe(200)
      await vault.service(vaultFreeze, { userId: frozen.userId })
      expect((await askShare(frozen.device, frozen)).code).toBe('account-frozen')
      await expect
        .poll(() => vault.auth.events.map(({ kind }) => kind))
        .toEqual(expect.arrayContaining(['breaker-opened', 'frozen']))
    } finally {
      await vault.stop()
    }
  })
})
