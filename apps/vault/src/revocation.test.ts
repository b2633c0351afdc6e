import { randomUUID } from 'node:crypto'
import {
  encodeBase64Url,
  exportPublicKey,
  passkeyChallenge,
  passkeyList,
  passkeyOptions,
  passkeyRegister,
  passkeyRemove,
  recoveryCommit,
  recoveryContactAdd,
  recoveryForget,
  recoveryKey,
  recoveryPrepare,
  thumbprint,
} from '@foyer/protocol/custody'
import {
  vaultConfirmDevice,
  vaultEndSessions,
  vaultForgetDevice,
  vaultFreeze,
  vaultRemoveContact,
  vaultRestoreContact,
} from '@foyer/protocol/vault'
import { testEngines } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askShare, createTestWallet, newFacts, recShare } from './createTestWallet.test.kit.ts'
import { audit, recoveryKeys, users } from './database/schema.ts'
import { createSoftPasskey } from './model/softPasskey.test.kit.ts'
import {
  createDevice,
  requesterHere,
  startTestVault,
  type TestVault,
} from './startTestVault.test.kit.ts'

/** A change of recovery only. */
function newChange(facts: ReturnType<typeof newFacts>) {
  const setId = randomUUID()
  const share = encodeBase64Url(recShare(facts, setId))
  const sets = [{ setId, kind: 'recovery' as const, share }]
  return { changeId: randomUUID(), wallet: facts, mode: 'auto' as const, sets }
}

describe.each(testEngines)('on %s', (engine) => {
  let vault: TestVault
  beforeAll(async () => {
    vault = await startTestVault({
      engine,
      limits: { releasesPerMinute: 1000, shareCallsPerMinute: 1000 },
    })
  })
  afterAll(() => vault?.stop())
  const pass = (ms: number) => {
    vault.clock.addMs += ms
  }
  const now = () => vault.given.now!()
  const approve = async (email: string, jkt: string) => {
    pass(31_000)
    const { token } = await vault.link(email, jkt)
    await vault.page('/device/decide', { token, decision: 'approve' })
  }
  type Device = Awaited<ReturnType<typeof createDevice>>
  const notices = () =>
    vault.mailbox.mails.filter(({ text }) => text.includes('A passkey was added')).length
  const addPasskey = async (device: Device, userId: string) => {
    const { answer } = await device.prove(passkeyOptions, { userId })
    const passkey = await createSoftPasskey()
    const { challenge } = answer.options as { challenge: string }
    const registration = passkey.register(challenge)
    const before = notices()
    const { code } = await device.prove(passkeyRegister, { userId, registration })
    // The notice carries a link as well, which must not be mistaken for the next one.
    if (code === undefined) await expect.poll(notices).toBe(before + 1)
    return { code, passkey }
  }

  test('[T88] accepts no invented wallet as proof for a device or passkey of an attacker who controls the login server', async () => {
    const { facts, setId, userId } = await createTestWallet(vault)
    const thief = await createDevice(vault, { userId })
    const change = newChange(newFacts())
    expect((await thief.call(recoveryPrepare, change)).code).toBe('evidence-required')
    const { changeId } = change
    expect((await thief.call(recoveryCommit, { changeId })).code).toBe('change-unknown')
    expect((await thief.prove(passkeyOptions, { userId })).code).toBe('evidence-required')
    expect((await askShare(thief, { facts, setId })).code).toBe('evidence-required')
    // A wallet of the attacker's own account does not help either.
    const own = await createTestWallet(vault)
    expect((await own.device.prove(passkeyOptions, { userId })).code).toBe('evidence-required')
    expect((await own.device.prove(passkeyList, { userId })).code).toBe('evidence-required')
  })

  test('allows a user one wallet, which can be replaced only until a wallet has been confirmed', async () => {
    const { device, facts, setId, userId } = await createTestWallet(vault)
    // The login server missed the end of a creation: the next wallet wins.
    const next = newFacts()
    const change = newChange(next)
    expect((await device.call(recoveryPrepare, change)).status).toBe(200)
    const { changeId } = change
    expect((await device.call(recoveryCommit, { changeId })).status).toBe(200)
    // Two tabs at once: the wallet that the login server accepted is restored on evidence, and stays the wallet.
    expect((await askShare(device, { facts, setId })).status).toBe(200)
    // Only the wallet in force can be confirmed, not a replaced one and not an unknown one.
    for (const walletId of [facts.walletId, randomUUID()])
      expect((await device.call(recoveryForget, { walletId, setIds: [] })).status).toBe(200)
    expect((await askShare(device, { facts, setId })).status).toBe(200)
    const { walletId } = next
    expect((await device.call(recoveryForget, { walletId, setIds: [] })).status).toBe(200)
    expect((await askShare(device, { facts, setId })).code).toBe('share-unknown')
    expect((await device.call(recoveryPrepare, newChange(newFacts()))).code).toBe('change-conflict')
    const stranger = await createDevice(vault, { userId })
    expect((await stranger.call(recoveryPrepare, newChange(next))).code).toBe('evidence-required')
  })

  test('[T80] [T120] refuses every call of a device once it is revoked, and removes its passkeys and prepared changes', async () => {
    const { device, email, facts, userId } = await createTestWallet(vault)
    const { walletId } = facts
    const { code } = await addPasskey(device, userId)
    expect(code).toBeUndefined()
    const { answer: offered } = await device.prove(passkeyOptions, { userId })
    const change = newChange({ ...facts, epoch: 2 })
    expect((await device.call(recoveryPrepare, change)).status).toBe(200)
    const { changeId } = change
    const { jkt } = device
    const accessToken = await vault.auth.token({ userId, jkt })

    const at = now()
    expect((await vault.service(vaultForgetDevice, { userId, jkt, at })).status).toBe(200)
    const calls = [
      [recoveryPrepare, newChange({ ...facts, epoch: 2 })],
      [recoveryPrepare, newChange(newFacts())],
      [recoveryCommit, { changeId }],
      [recoveryKey, { walletId }],
      [recoveryForget, { walletId, setIds: [] }],
    ] as const
    for (const [{ path }, body] of calls)
      expect((await device.send(path, body, { accessToken })).code).toBe('token-invalid')
    const { challenge } = offered.options as { challenge: string }
    const registration = (await createSoftPasskey()).register(challenge)
    for (const [endpoint, body] of [
      [passkeyOptions, { userId }],
      [passkeyList, { userId }],
      [passkeyRegister, { userId, registration }],
    ] as const)
      expect((await device.prove(endpoint, body as never)).code).toBe('evidence-required')
    const { answer } = await device.prove(passkeyChallenge, { userId })
    expect(answer.options).toMatchObject({ allowCredentials: [] })

    // The same browser may return by the link, without any earlier state.
    pass(1000)
    await approve(email, jkt)
    expect((await device.call(recoveryCommit, { changeId })).code).toBe('change-unknown')
    expect((await device.prove(passkeyList, { userId })).answer.passkeys).toEqual([])
    expect((await device.call(recoveryForget, { walletId, setIds: [] })).status).toBe(200)
  })

  test('[T120] refuses the token of an ended session at once, but accepts that of the next session', async () => {
    const { device, facts, userId } = await createTestWallet(vault)
    const { walletId } = facts
    const { jkt } = device
    const sid = randomUUID()
    const accessToken = await vault.auth.token({ userId, jkt, claims: { sid } })
    const { path } = recoveryForget
    const body = { walletId, setIds: [] }
    expect((await device.send(path, body, { accessToken })).status).toBe(200)
    const told = { userId, sids: [sid] }
    for (const _ of [1, 2]) expect((await vault.service(vaultEndSessions, told)).status).toBe(200)
    expect((await device.send(path, body, { accessToken })).code).toBe('token-invalid')
    expect((await device.call(recoveryForget, body)).status).toBe(200)
    // No token is valid longer than its ended session is remembered.
    const past = Math.floor(now() / 1000) - 700
    const claims = { iat: past, exp: past + 86_400 }
    const long = await vault.auth.token({ userId, jkt, claims })
    expect((await device.send(path, body, { accessToken: long })).code).toBe('token-invalid')
  })

  test('does not commit a change that was prepared before another one was committed', async () => {
    const { device, facts } = await createTestWallet(vault)
    const [older, newer] = [newChange({ ...facts, epoch: 2 }), newChange({ ...facts, epoch: 2 })]
    for (const change of [older, newer]) await device.call(recoveryPrepare, change)
    const commit = ({ changeId }: typeof older) => device.call(recoveryCommit, { changeId })
    expect((await commit(newer)).status).toBe(200)
    expect((await commit(older)).code).toBe('change-conflict')
  })

  test('registers a passkey only for a device that was recently approved by a link or by an existing passkey', async () => {
    const { device, email, userId } = await createTestWallet(vault)
    pass(1_801_000)
    expect((await device.prove(passkeyOptions, { userId })).code).toBe('evidence-required')
    const { jkt } = device
    const before = vault.mailbox.mails.filter(({ to }) => to === email).length
    const asked = await vault.service(vaultConfirmDevice, { userId, jkt, requester: requesterHere })
    expect(asked.status).toBe(200)
    const token = await vault.mailbox.tokenFor(email, before + 1)
    expect((await vault.page('/device/view', { token })).kind).toBe('confirm')
    await vault.page('/device/decide', { token, decision: 'approve' })
    const { code, passkey } = await addPasskey(device, userId)
    expect(code).toBeUndefined()

    pass(1_801_000)
    const { answer } = await device.prove(passkeyChallenge, { userId })
    const { allowCredentials, challenge } = answer.options as {
      challenge: string
      allowCredentials: unknown[]
    }
    expect(allowCredentials).toHaveLength(1)
    const evidence = { kind: 'passkey', assertion: await passkey.assert(challenge) } as const
    const wrong = { ...evidence, assertion: await (await createSoftPasskey()).assert(challenge) }
    expect((await device.prove(passkeyOptions, { userId, evidence: wrong })).code).toBe(
      'evidence-required',
    )
    expect((await device.prove(passkeyOptions, { userId, evidence })).status).toBe(200)
    expect((await addPasskey(device, userId)).code).toBeUndefined()
  })

  /** Answers a challenge of this device with a passkey. */
  const evidenceOf = async (
    device: Device,
    userId: string,
    passkey: Awaited<ReturnType<typeof createSoftPasskey>>,
  ) => {
    const { answer } = await device.prove(passkeyChallenge, { userId })
    const { challenge } = answer.options as { challenge: string }
    return { kind: 'passkey', assertion: await passkey.assert(challenge) } as const
  }

  test('removes a passkey together with its approvals, and nothing for an unknown one', async () => {
    const { device, userId } = await createTestWallet(vault)
    const [{ passkey: kept }, { passkey: removed }] = [
      await addPasskey(device, userId),
      await addPasskey(device, userId),
    ]
    const next = await createDevice(vault, { userId })
    const evidence = await evidenceOf(next, userId, removed)
    expect((await next.prove(passkeyOptions, { userId, evidence })).status).toBe(200)
    const ids = async () => {
      const { answer } = await device.prove(passkeyList, { userId })
      return new Set((answer.passkeys as { id: string }[]).map(({ id }) => id))
    }
    for (const [id, left] of [
      ['AAAA', [kept.id, removed.id]],
      [removed.id, [kept.id]],
    ] as const) {
      expect((await device.prove(passkeyRemove, { userId, id })).status).toBe(200)
      expect(await ids()).toEqual(new Set<string>(left))
    }
    expect((await next.prove(passkeyOptions, { userId })).code).toBe('evidence-required')
  })

  test('allows a user at most ten passkeys', async () => {
    const { device, userId } = await createTestWallet(vault)
    for (let count = 0; count < 10; count++)
      expect((await addPasskey(device, userId)).code).toBeUndefined()
    expect((await addPasskey(device, userId)).code).toBe('change-conflict')
  })

  test('[T80] ends the open links, prepared keys and passkey approvals of a revoked device', async () => {
    const { device, email, facts, userId } = await createTestWallet(vault)
    const { jkt } = device
    const { passkey } = await addPasskey(device, userId)
    const next = await createDevice(vault, { userId })
    const evidence = await evidenceOf(next, userId, passkey)
    expect((await next.prove(passkeyOptions, { userId, evidence })).status).toBe(200)
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
      'deriveBits',
    ])
    const publicKey = await exportPublicKey(pair.publicKey)
    const record = {
      ...{ keyId: await thumbprint(publicKey), publicKey, epoch: 2 },
      factors: [
        {
          ...{ id: 'code', mode: 'code' as const, createdAt: 0 },
          wrapped: encodeBase64Url(new Uint8Array(180)),
          kdf: { salt: encodeBase64Url(new Uint8Array(16)) },
        },
      ],
    }
    const change = { ...newChange({ ...facts, epoch: 2 }), mode: 'code' as const }
    const prepared = await device.call(recoveryPrepare, { ...change, recoveryKey: record })
    expect(prepared.status).toBe(200)
    const keys = () =>
      vault.database.queries.select().from(recoveryKeys).where(eq(recoveryKeys.userId, userId))
    expect(await keys()).toHaveLength(1)
    pass(31_000)
    const { token } = await vault.link(email, jkt)
    expect((await vault.service(vaultForgetDevice, { userId, jkt, at: now() })).status).toBe(200)
    expect(await keys()).toEqual([])
    expect((await vault.page('/device/decide', { token, decision: 'approve' })).state).toBe('over')
    expect((await next.prove(passkeyOptions, { userId })).code).toBe('evidence-required')
  })

  const addContact = async (device: Device, userId: string, address: string) => {
    await approve(address, device.jkt)
    const contact = { kind: 'email', email: address } as const
    const { answer } = await device.prove(recoveryContactAdd, { userId, contact })
    expect(answer).toEqual({ status: 'added' })
    return contact
  }

  test('[T120] no further contact of the user gives a revoked device evidence, and none that is restored later', async () => {
    const { device, userId } = await createTestWallet(vault)
    const { jkt } = device
    const [second, third] = [`${randomUUID()}@shop.example`, `${randomUUID()}@shop.example`]
    await addContact(device, userId, second)
    const removed = await addContact(device, userId, third)
    await vault.service(vaultRemoveContact, { userId, contact: removed, isFinal: false })
    const { answer: offered } = await device.prove(passkeyOptions, { userId })
    const { challenge } = offered.options as { challenge: string }
    pass(31_000)
    const { token } = await vault.link(second, jkt)
    expect((await vault.service(vaultForgetDevice, { userId, jkt, at: now() })).status).toBe(200)
    expect((await vault.page('/device/decide', { token, decision: 'approve' })).state).toBe('over')
    await vault.service(vaultRestoreContact, { userId, contact: removed })
    expect((await device.prove(passkeyOptions, { userId })).code).toBe('evidence-required')
    const registration = (await createSoftPasskey()).register(challenge)
    const registered = await device.prove(passkeyRegister, { userId, registration })
    expect(registered.code).toBe('evidence-required')
    // The same browser may return by a new link.
    pass(1000)
    await approve(second, jkt)
    expect((await device.prove(passkeyOptions, { userId })).status).toBe(200)
  })

  test('[T120] what approved a device before its revocation counts for no contact that is added since', async () => {
    const { device, userId } = await createTestWallet(vault)
    const lost = await createDevice(vault, { userId })
    const [before, open] = [`${randomUUID()}@shop.example`, `${randomUUID()}@shop.example`]
    // Neither is a contact of the user yet; one link is opened after the revocation only.
    await approve(before, lost.jkt)
    const { token } = await vault.link(open, lost.jkt)
    const body = { userId, jkt: lost.jkt, at: now() }
    expect((await vault.service(vaultForgetDevice, body)).status).toBe(200)
    pass(1000)
    const { state } = await vault.page('/device/decide', { token, decision: 'approve' })
    expect(state).toBe('approved')
    for (const address of [before, open]) await addContact(device, userId, address)
    expect((await lost.prove(passkeyOptions, { userId })).code).toBe('evidence-required')
    await approve(before, lost.jkt)
    expect((await lost.prove(passkeyOptions, { userId })).status).toBe(200)
  })

  test('keeps passkey approvals when a device without passkeys is revoked, and logs the revocation in the audit log', async () => {
    const { device, email, facts, setId, userId } = await createTestWallet(vault)
    const { passkey } = await addPasskey(device, userId)
    const lost = await createDevice(vault, { userId })
    await approve(email, lost.jkt)
    const change = newChange({ ...facts, epoch: 2 })
    const deviceSet = { ...newChange({ ...facts, epoch: 2 }).sets[0]!, kind: 'device' as const }
    const { changeId } = change
    await lost.call(recoveryPrepare, { ...change, sets: [deviceSet] })
    expect((await lost.call(recoveryCommit, { changeId })).status).toBe(200)
    const next = await createDevice(vault, { userId })
    const evidence = await evidenceOf(next, userId, passkey)
    expect((await next.prove(passkeyOptions, { userId, evidence })).status).toBe(200)
    const { jkt } = lost
    expect((await vault.service(vaultForgetDevice, { userId, jkt, at: now() })).status).toBe(200)
    expect((await askShare(next, { facts, setId })).status).toBe(200)
    const rows = await vault.database.queries.select().from(audit)
    expect(rows.map(({ event }) => JSON.parse(event))).toContainEqual(
      expect.objectContaining({ kind: 'device-forgotten', userId, sets: 1, passkeys: 0 }),
    )
  })

  test('lists the passkeys of a user only to a known key; other keys get an answer of the same shape for any user', async () => {
    const { device, email, userId } = await createTestWallet(vault)
    await addPasskey(device, userId)
    const ask = async (who: Device, of: string) =>
      (await who.prove(passkeyChallenge, { userId: of })).answer.options as {
        allowCredentials: unknown[]
      }
    const stranger = await createDevice(vault, { userId })
    const [unknown, nobody] = [await ask(stranger, userId), await ask(stranger, randomUUID())]
    expect(unknown.allowCredentials).toEqual([])
    expect(Object.keys(unknown)).toEqual(Object.keys(nobody))
    expect((await ask(device, userId)).allowCredentials).toHaveLength(1)
    await approve(email, stranger.jkt)
    expect((await ask(stranger, userId)).allowCredentials).toHaveLength(1)
    await vault.service(vaultFreeze, { userId })
    expect((await ask(device, userId)).allowCredentials).toEqual([])
  })

  test('a call waits for a freeze or a revocation that another database connection has begun', async () => {
    const { device, facts, setId, userId } = await createTestWallet(vault)
    const { queries } = vault.database
    // Another connection holds the lock, as another process may do: nothing is decided before it ends.
    let end = () => {}
    const gate = new Promise<void>((resolve) => {
      end = resolve
    })
    let begun = () => {}
    const isFrozen = new Promise<void>((resolve) => {
      begun = resolve
    })
    const freezing = queries.transaction(async (tx) => {
      await tx.update(users).set({ frozenAt: now() }).where(eq(users.userId, userId))
      begun()
      await gate
    })
    await isFrozen
    let isAnswered = false
    const released = askShare(device, { facts, setId }).then((answer) => {
      isAnswered = true
      return answer
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(isAnswered).toBe(false)
    end()
    await freezing
    expect((await released).code).toBe('account-frozen')
  })

  test('[T103] sends headers that forbid scripts and frames with every answer, including errors', async () => {
    const { url } = vault.vault
    const post = (path: string, init: RequestInit = {}) =>
      fetch(url + path, { method: 'POST', ...init })
    const origin = 'https://id.example'
    const answers = [
      [await fetch(`${url}/nothing`), 404],
      [
        await post('/v1/shares/recovery/release', {
          headers: { origin },
          body: 'x'.repeat(70_000),
        }),
        413,
      ],
      [await post('/v1/shares/recovery/release'), 403],
      [await post('/v1/shares/recovery/release', { headers: { origin } }), 401],
      [await post('/internal/users/freeze', { body: '{}' }), 403],
      [await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.1' } }), 403],
      [await fetch(`${url}/health`), 200],
    ] as const
    for (const [{ headers, status }, expected] of answers) {
      expect(status).toBe(expected)
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
      expect(headers.get('Strict-Transport-Security')).toContain('max-age=')
    }
  })
})
