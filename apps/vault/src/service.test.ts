import { randomInt, randomUUID } from 'node:crypto'
import { createLocalKms, recoveryRelease } from '@foyer/protocol/custody'
import {
  emailAddress,
  vaultBindContact,
  vaultChangeContact,
  vaultFreeze,
  vaultReadLink,
  vaultSendLink,
  vaultUnfreeze,
} from '@foyer/protocol/vault'
import { testEngines } from '@foyer/server/testDatabase'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askShare, createTestWallet } from './createTestWallet.test.kit.ts'
import { start } from './start.ts'
import {
  createDevice,
  metricsToken,
  newKek,
  randomJkt,
  requesterHere,
  startTestVault,
  type TestVault,
} from './startTestVault.test.kit.ts'

describe.each(testEngines)('calls of the login server on %s', (engine) => {
  let vault: TestVault
  beforeAll(async () => {
    vault = await startTestVault({
      engine,
      limits: { releasesPerMinute: 1000, pageCallsPerMinute: 1000 },
    })
  })
  afterAll(() => vault.stop())
  const decide = (token: string, decision = 'approve', more = {}) =>
    vault.page('/device/decide', { token, decision, ...more })

  test('[T115] refuses calls that are unsigned, forged, stale, replayed or reflected', async () => {
    const body = { userId: randomUUID() }
    const { url } = vault.vault
    const raw = (
      headers: Record<string, string>,
      text = JSON.stringify(body),
      path: string = vaultFreeze.path,
    ) => fetch(url + path, { method: 'POST', headers, body: text }).then(({ status }) => status)
    expect(await raw({})).toBe(403)
    const { headers, status } = await vault.service(vaultFreeze, body)
    expect(status).toBe(200)
    expect(await raw(headers)).toBe(403)
    for (const sign of [
      { secret: 'another secret of some length' },
      { nowMs: Date.now() - 61_000 },
      { nowMs: Date.now() + 61_000 },
      { from: 'B' as const },
      { path: '/internal/other' },
      { body: new TextEncoder().encode('{}') },
      { fingerprints: [] },
    ])
      expect((await vault.service(vaultFreeze, body, { sign })).status).toBe(403)
  })

  test("refuses calls of a login server that has one of the vault's keys", async () => {
    const { fingerprints } = await createLocalKms({ store: 'B', keys: vault.kek })
    expect(
      (await vault.service(vaultFreeze, { userId: randomUUID() }, { sign: { fingerprints } }))
        .status,
    ).toBe(403)
  })

  test('[T55] accepts a link once, within twenty minutes, for its own device; refuses a guessed token', async () => {
    const { linkId, token } = await vault.link('once@shop.example', randomJkt())
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => decide(token)))
    expect(outcomes.filter(({ state }) => state === 'approved')).toHaveLength(1)
    expect((await decide(token, 'deny')).state).toBe('over')
    expect((await vault.service(vaultReadLink, { linkId })).body.state).toBe('approved')
    expect((await decide(Buffer.alloc(32, 7).toString('base64url'))).state).toBe('over')
    const late = await vault.link('late@shop.example', randomJkt())
    vault.clock.addMs += 1_200_000
    expect((await decide(late.token)).state).toBe('over')
    // Approved by one user, it is no evidence for another user's wallet on the same device.
    const { facts, setId, userId } = await createTestWallet(vault)
    const device = await createDevice(vault, { userId })
    const swapped = await vault.link('somebody@else.example', device.jkt)
    expect((await decide(swapped.token)).state).toBe('approved')
    expect((await askShare(device, { facts, setId })).code).toBe('evidence-required')
  })

  test('ends the earlier link when the same device asks again', async () => {
    const email = `${randomUUID()}@again.example`
    const jkt = randomJkt()
    const [older, elsewhere] = [
      await vault.link(email, jkt),
      await vault.link('x@shop.example', jkt),
    ]
    vault.clock.addMs += 31_000
    const other = await vault.link(email, randomJkt())
    vault.clock.addMs += 31_000
    const newest = await vault.link(email, jkt)
    expect((await decide(older.token)).state).toBe('over')
    expect((await vault.service(vaultReadLink, { linkId: older.linkId })).body.state).toBe(
      'expired',
    )
    // Links of another address or another device stay valid.
    for (const { token } of [elsewhere, other, newest])
      expect((await decide(token)).state).toBe('approved')
  })

  test('mails an address at most one link in 30 s, five in an hour and fifteen in a day', async () => {
    const email = `${randomUUID()}@often.example`
    const send = async () =>
      (await vault.service(vaultSendLink, { email, jkt: randomJkt(), requester: requesterHere }))
        .status
    const sendOften = async (times: number) => {
      const statuses = []
      for (let n = 0; n < times; n++) {
        statuses.push(await send())
        vault.clock.addMs += 31_000
      }
      return statuses
    }
    expect(await send()).toBe(200)
    expect(await send()).toBe(429)
    vault.clock.addMs += 31_000
    expect(await sendOften(5)).toEqual([200, 200, 200, 200, 429])
    for (const _ of [2, 3]) {
      vault.clock.addMs += 3_600_000
      expect(await sendOften(6)).toEqual([200, 200, 200, 200, 200, 429])
    }
    vault.clock.addMs += 3_600_000
    expect(await send()).toBe(429)
    vault.clock.addMs += 86_400_000
    expect(await send()).toBe(200)
  })

  test('ends a link after three wrong pairs of digits from another browser', async () => {
    const { linkId, number, token } = await vault.link('red@shop.example', randomJkt(), {
      ...requesterHere,
      ip: '203.0.113.9',
    })
    const wrong = { digits: number.endsWith('00') ? '01' : '00' }
    expect((await decide(token)).state).toBe('digits-wrong')
    expect((await decide(token, 'approve', wrong)).state).toBe('digits-wrong')
    expect((await decide(token, 'approve', wrong)).state).toBe('over')
    expect((await decide(token, 'approve', { digits: number.slice(-2) })).state).toBe('over')
    expect((await vault.service(vaultReadLink, { linkId })).body.state).toBe('denied')
  })

  test('[T88] releases nothing to an attacker who controls the whole login server: its tokens, links and contacts are no evidence', async () => {
    const { facts, setId, userId } = await createTestWallet(vault)
    vault.clock.addMs += 31_000
    // A token with its own key, for a device of the thief, in the victim's name.
    const thief = await createDevice(vault, { userId })
    const expectNothing = async () =>
      expect(await askShare(thief, { facts, setId })).toMatchObject({
        code: 'evidence-required',
        bytes: undefined,
      })
    await expectNothing()
    // The thief's own address is approved for that device, and presented as the victim's.
    const email = `${randomUUID()}@thief.example`
    const { token } = await vault.link(email, thief.jkt)
    expect((await decide(token)).state).toBe('approved')
    await expectNothing()
    for (const body of [
      { kind: 'email', userId, email, jkt: thief.jkt } as const,
      { kind: 'provider-email', userId, email } as const,
      { kind: 'asserted', userId } as const,
    ]) {
      expect((await vault.service(vaultBindContact, body)).status).toBeGreaterThanOrEqual(400)
      await expectNothing()
    }
    // The victim's own address is asked before another one replaces it.
    const change = { userId, email, jkt: thief.jkt, requester: requesterHere }
    expect((await vault.service(vaultChangeContact, change)).status).toBe(200)
    await expectNothing()
  })

  test('answers the same for known and unknown addresses, and mails both', async () => {
    const { email } = await createTestWallet(vault)
    vault.clock.addMs += 31_000
    const before = vault.mailbox.mails.length
    const answers = await Promise.all(
      [email, 'nobody@shop.example'].map((address) =>
        vault.service(vaultSendLink, {
          email: address,
          jkt: randomJkt(),
          requester: requesterHere,
        }),
      ),
    )
    expect(answers.map(({ status, body }) => [status, Object.keys(body)])).toEqual(
      Array(2).fill([200, ['linkId', 'number', 'expiresAt']]),
    )
    await expect.poll(() => vault.mailbox.mails.length).toBe(before + 2)
    const texts = vault.mailbox.mails
      .slice(-2)
      .map(({ text }) => text.slice(text.indexOf('\r\n\r\n')).replaceAll('=\r\n', ''))
      // Each has its own token and boundary.
      .map((text) => text.replaceAll(/#t=[\w-]+|_NmP-\w+/g, ''))
    expect(texts[0]).toBe(texts[1])
    expect(
      (await vault.service(vaultSendLink, { email, jkt: randomJkt(), requester: requesterHere }))
        .status,
    ).toBe(429)
  })

  test('[T110] refuses addresses with line breaks, non-ASCII letters, display names or 10,000 characters, and sends no mail', async () => {
    const before = vault.mailbox.mails.length
    for (const email of [
      'a@b.example\r\nBcc: c@d.example',
      'a@b.example\n',
      'ä@b.example',
      'a@bü.example',
      'A <a@b.example>',
      'a@b.example,c@d.example',
      `${'a'.repeat(10_000)}@b.example`,
      'a\u0000@b.example',
      'a@b..example',
      '"a"@b.example',
      'ab.example',
    ])
      expect(
        (await vault.service(vaultSendLink, { email, jkt: randomJkt(), requester: requesterHere }))
          .status,
      ).toBe(400)
    // Ten thousand random inputs: an accepted one is always plain.
    const pieces = [
      'a',
      'b.c',
      '@',
      '@d.example',
      '\r\n',
      '\n',
      'Bcc:',
      'ü',
      '\u2028',
      '<',
      '>',
      ',',
      ' ',
      '"',
    ]
    let accepted = 0
    for (let round = 0; round < 10_000; round++) {
      const text = Array.from(
        { length: 1 + (round % 6) },
        () => pieces[randomInt(pieces.length)],
      ).join('')
      const parsed = v.safeParse(emailAddress, text)
      if (!parsed.success) continue
      accepted++
      expect(parsed.output).toMatch(/^[a-z.]+@[a-z.]+$/)
    }
    expect(accepted).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(vault.mailbox.mails.length).toBe(before)
  })

  test('changes the address by a link to the current one, which can still approve devices for a day', async () => {
    const { email, facts, setId, userId } = await createTestWallet(vault)
    vault.clock.addMs += 31_000
    const jkt = randomJkt()
    const next = `${randomUUID()}@new.example`
    const change = (to: string) =>
      vault.service(vaultChangeContact, { userId, email: to, jkt, requester: requesterHere })
    expect((await change(next)).status).toBe(200)
    expect(vault.mailbox.mails.some(({ to }) => to === next)).toBe(false)
    const approveFrom = async (address: string) => {
      const device = await createDevice(vault, { userId })
      const { token } = await vault.link(address, device.jkt)
      await decide(token)
      return askShare(device, { facts, setId })
    }
    // A request is not an approval.
    expect((await approveFrom(next)).code).toBe('evidence-required')
    expect((await decide(await vault.mailbox.tokenFor(email, 2))).state).toBe('approved')
    vault.clock.addMs += 31_000
    expect((await approveFrom(next)).code).toBe('evidence-required')
    const before = vault.mailbox.mails.filter(({ to }) => to === next).length
    expect((await approveFrom(email)).status).toBe(200)
    // The notice of the recovery.
    await vault.mailbox.tokenFor(next, before + 1)
    expect((await change('third@new.example')).status).toBe(409)
    vault.clock.addMs += 86_400_000
    expect((await approveFrom(next)).status).toBe(200)
    expect((await approveFrom(email)).code).toBe('evidence-required')
    // From then on it may change again.
    vault.clock.addMs += 31_000
    const mails = vault.mailbox.mails.filter(({ to }) => to === next).length
    expect((await change('third@new.example')).status).toBe(200)
    expect((await decide(await vault.mailbox.tokenFor(next, mails + 1))).state).toBe('approved')
    const isChange = (event: { kind: string; userId?: string | undefined }) =>
      event.kind === 'contact-changed' && event.userId === userId
    await expect.poll(() => vault.auth.events.filter(isChange).length).toBe(2)
  })

  test('a freeze from the notice of a recovery lasts until a day after its end was approved', async () => {
    const { device, email, facts, setId, userId } = await createTestWallet(vault)
    vault.clock.addMs += 31_000
    expect((await askShare(device, { facts, setId })).status).toBe(200)
    expect((await decide(await vault.mailbox.tokenFor(email, 2))).state).toBe('approved')
    expect((await askShare(device, { facts, setId })).code).toBe('account-frozen')
    await vault.service(vaultUnfreeze, { userId, jkt: device.jkt, requester: requesterHere })
    expect((await decide(await vault.mailbox.tokenFor(email, 3))).state).toBe('approved')
    const told = expect.objectContaining({ kind: 'unfreezing', userId })
    await expect.poll(() => vault.auth.events).toContainEqual(told)
    expect((await askShare(device, { facts, setId })).code).toBe('account-frozen')
    vault.clock.addMs += 86_400_001
    expect((await askShare(device, { facts, setId })).code).toBe('evidence-required')
  })

  test('a user who denies a link can freeze the wallets of that address', async () => {
    const { device, email, facts, setId } = await createTestWallet(vault)
    vault.clock.addMs += 31_000
    const { token } = await vault.link(email, randomJkt())
    expect((await vault.page('/device/freeze', { token })).state).toBe('frozen')
    expect((await askShare(device, { facts, setId })).status).toBe(200)
    await decide(token, 'deny')
    await vault.page('/device/freeze', { token })
    expect((await askShare(device, { facts, setId })).code).toBe('account-frozen')
  })

  test('binds a user only by an approval that the vault itself recorded', async () => {
    const bind = {
      kind: 'email' as const,
      userId: randomUUID(),
      email: 'unasked@shop.example',
      jkt: randomJkt(),
    }
    expect((await vault.service(vaultBindContact, bind)).status).toBe(403)
  })

  test('notifies the login server later when it was unreachable', async () => {
    vault.auth.state.isDown = true
    const { linkId, token } = await vault.link('away@shop.example', randomJkt())
    const calls = vault.auth.state.calls
    await decide(token)
    await expect.poll(() => vault.auth.state.calls).toBeGreaterThan(calls)
    vault.auth.state.isDown = false
    await expect
      .poll(() => vault.auth.events.filter((event) => event.linkId === linkId).length)
      .toBe(1)
  })

  test('refuses other origins, long bodies and unknown paths; serves health and metrics', async () => {
    const { url } = vault.vault
    expect(
      (
        await vault.page(
          '/device/view',
          { token: 'x'.repeat(43) },
          { origin: 'https://evil.example' },
        )
      ).status,
    ).toBe(403)
    expect(
      (
        await fetch(url + recoveryRelease.path, {
          method: 'POST',
          headers: { origin: 'https://id.example' },
          body: 'x'.repeat(70_000),
        })
      ).status,
    ).toBe(413)
    expect((await fetch(`${url}/nothing`)).status).toBe(404)
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' })
    const readMetrics = (headers: Record<string, string>) => fetch(`${url}/metrics`, { headers })
    const token = { authorization: `Bearer ${metricsToken}` }
    const metrics = await (await readMetrics(token)).text()
    expect(metrics).toContain('foyer_vault_request_seconds')
    expect(metrics).not.toContain('@')
    // A proxy on this machine looks like this machine.
    for (const headers of [{}, { authorization: 'Bearer x' }])
      expect((await readMetrics(headers)).status).toBe(403)
  })
})

test("error: refuses to start with one of the login server's keys", async () => {
  const shared = newKek('shared')
  const vault = await startTestVault()
  try {
    // The shared key is found by the configured fingerprints, and by those that the login server reports.
    const keys = `${newKek('b')},${shared}`
    const { fingerprints } = await createLocalKms({ store: 'A', keys: shared })
    await expect(
      start({
        ...vault.given,
        kek: keys,
        database: { kind: 'memory' },
        auth: { ...vault.given.auth, fingerprints },
      }),
    ).rejects.toMatchObject({ code: 'options-invalid' })
    await expect(
      start({ ...vault.given, kek: vault.kekA, database: { kind: 'memory' } }),
    ).rejects.toMatchObject({ code: 'options-invalid' })
  } finally {
    await vault.stop()
  }
})
