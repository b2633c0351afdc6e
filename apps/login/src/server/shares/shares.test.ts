import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  authCommit,
  authPrepare,
  authRelease,
  createLocalKms,
  createReleaseKey,
  decodeBase64Url,
  parseShare,
} from '@foyer/protocol/custody'
import {
  freezeAccount,
  loginEmail,
  loginOtp,
  readAccountFacts,
  revokeDevice,
  stepUp,
  stepUpOtp,
} from '@foyer/protocol/login'
import { type Queries, readAuditHead, verifyAudit } from '@foyer/server/database'
import { testEngines } from '@foyer/server/testDatabase'
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { eq, ne, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openWorker } from '../../worker/keyWorker.test.kit.ts'
import type { KeyWorkerOptions } from '../../worker/keyWorker.ts'
import { type DeviceStore, memoryStore } from '../../worker/store/deviceStore.ts'
import {
  audit,
  devices as deviceRows,
  identities,
  rates,
  shares,
  users,
  wallets,
} from '../database/schema.ts'
import { rotateKeys } from '../keys/rotateKeys.ts'
import { newChange, newFacts } from '../model/runSequence.test.kit.ts'
import { start } from '../start.ts'
import {
  askForCode,
  newAddress,
  newKek,
  nextCode,
  openDevice,
  site,
  startTestLogin,
  type TestDevice,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'

/** A secret in every encoding in which it could be written down. */
const formsOf = (secret: Uint8Array) => {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString('base64').replace(/=+$/, '')
  const encoded = [bytes.toString('hex'), base64, bytes.toString('base64url')]
  return [...encoded, bytes.join(','), bytes.toString('latin1')]
}

/** Every row of every table, as text; bytes are in hex. */
async function readAllRows(queries: Queries): Promise<string> {
  const read = async (statement: string) =>
    ((await queries.execute(sql.raw(statement))) as { rows: { text: string }[] }).rows.map(
      ({ text }) => text,
    )
  const tables = await read("select tablename as text from pg_tables where schemaname = 'public'")
  expect(tables.length).toBeGreaterThan(10)
  const all = tables.map((name) => read(`select row_to_json(t)::text as text from "${name}" t`))
  return (await Promise.all(all)).flat().join('\n')
}

describe.each(testEngines)('on %s', (engine) => {
  let server: TestLogin
  beforeAll(async () => {
    server = await startTestLogin({ engine, vaultLimits: { releasesPerMinute: 10_000 } })
  })
  afterAll(() => server?.stop())
  // Workers have the clock of this machine, which may differ by five minutes.
  afterEach(async () => {
    server.clock.addMs = 0
    // Windows that began in the test's future.
    await rows().delete(rates)
  })
  const rows = () => server.database.queries

  /** As a page of the login origin fetches. */
  const send: typeof fetch = (input, init) =>
    fetch(input, {
      ...init,
      headers: {
        ...(init?.headers as object),
        origin: server.origin,
        'x-forwarded-for': '192.0.2.1',
      },
    })
  const workerOf = (store: DeviceStore, options: Partial<KeyWorkerOptions> = {}) =>
    openWorker({ authUrl: server.origin, vaultUrl: server.vault.url } as never, {
      fetch: send,
      ...options,
      store,
    })

  /** Passes on a worker's requests, and keeps them and the answers. */
  function watchRequests() {
    const requests: string[] = []
    const bodies: { path: string; body: { sets?: { share: string }[] } }[] = []
    const answers: Record<string, string | undefined>[] = []
    const watched: typeof fetch = async (input, init) => {
      const bytes = new Uint8Array(await new Response(init?.body ?? '').arrayBuffer())
      const text = Buffer.from(bytes).toString()
      const headers = JSON.stringify([...new Headers(init?.headers)])
      requests.push(`${String(input)} ${headers} ${text}`)
      if (text !== '')
        bodies.push({ path: new URL(String(input)).pathname, body: JSON.parse(text) })
      const response = await send(input, init)
      answers.push(await response.clone().json())
      return response
    }
    return { answers, bodies, requests, watched }
  }

  /** Opens a user's browser with the real key worker, logged in. */
  async function visit({
    email = newAddress(),
    on = site,
    store = memoryStore(),
    ...options
  }: {
    email?: string
    /** Null on the login site's own pages. */
    on?: typeof site | null
    store?: DeviceStore
  } & Partial<KeyWorkerOptions> = {}) {
    const device = await openDevice(server, store)
    const { otp, txnId } = await askForCode(server, device, email, on)
    const { ticket } = await device.call(loginOtp, { txnId, otp })
    const worker = await workerOf(store, options)
    const loaded = await worker.ask('load', { ticket })
    return { device, email, store, worker, loaded }
  }
  async function withWallet(options: { on?: typeof site | null } = {}) {
    const visitor = await visit(options)
    const addresses = await visitor.worker.ask('create', {})
    return { ...visitor, addresses }
  }
  const stepUpOf = async ({ device, email }: { device: TestDevice; email: string }) => {
    let txnId = ''
    const otp = await nextCode(server, email, async () => {
      later(31_000)
      ;({ txnId } = await device.call(stepUp, {}))
    })
    await device.call(stepUpOtp, { txnId, otp })
    return otp
  }
  const sign = async ({ ask }: Awaited<ReturnType<typeof workerOf>>, address: string) => {
    const rid = randomUUID()
    const params: [string, string] = ['0x68656c6c6f', address]
    const { digest } = await ask('prepare', { rid, request: { method: 'personal_sign', params } })
    return ask('sign', { rid, digest })
  }
  /** The access token that a device's worker keeps to itself. */
  const tokenOf = async (store: DeviceStore) => {
    const seen: string[] = []
    const worker = await workerOf(store, {
      fetch: (input, init) => {
        seen.push(new Headers(init?.headers).get('authorization') ?? '')
        return send(input, init)
      },
    })
    await worker.ask('load', {})
    return seen.find((header) => header.startsWith('DPoP '))?.slice(5) ?? ''
  }
  const signature = expect.stringMatching(/^0x[0-9a-f]{130}$/)
  const later = (ms: number) => {
    server.clock.addMs += ms
  }
  const ofUser = async (userId: string) =>
    (await rows().select().from(shares).where(eq(shares.userId, userId))).filter(
      ({ committedAt }) => committedAt !== null,
    )

  test('creates a wallet that signs after a reload, and restores it with the same addresses on a second device', async () => {
    const first = await withWallet()
    expect(await sign(first.worker, first.addresses.evm)).toEqual(signature)
    const reloaded = await workerOf(first.store)
    expect(await reloaded.ask('load', {})).toMatchObject({
      status: 'ready',
      addresses: first.addresses,
    })
    later(31_000)
    const second = await visit({ email: first.email })
    expect(second.loaded).toMatchObject({ status: 'recover', mode: 'auto' })
    expect(await second.worker.ask('recover', {})).toEqual(first.addresses)
    // The recovery set is another one now; the first device still signs.
    for (const { worker } of [first, second])
      expect(await sign(worker, first.addresses.evm)).toEqual(signature)
    const kinds = (await ofUser((first.loaded as { userId: string }).userId)).map(
      ({ kind }) => kind,
    )
    expect(kinds.sort()).toEqual(['device', 'device', 'recovery'])
  })

  test('asks for the link again when the approval expired before the wallet was restored', async () => {
    const first = await withWallet()
    later(31_000)
    const second = await visit({ email: first.email })
    later(31 * 60_000)
    expect(await second.device.call(loginEmail, { email: first.email, site })).toMatchObject({
      action: 'VERIFY_DEVICE',
    })
    expect(await first.device.call(loginEmail, { email: first.email, site })).toEqual({
      action: 'CONNECT',
    })
  })

  test('[T80] releases no share to a revoked device, and deletes its share set', async () => {
    const first = await withWallet()
    later(31_000)
    const second = await visit({ email: first.email })
    await second.worker.ask('recover', {})
    const { devices } = await first.device.call(readAccountFacts, {})
    const other = devices.find(({ isThis }) => !isThis)!
    expect(await first.device.ask(revokeDevice.path, { deviceId: other.deviceId })).toMatchObject({
      status: 403,
      code: 'step-up-required',
    })
    await stepUpOf(first)
    await first.device.call(revokeDevice, { deviceId: other.deviceId })
    await expect(sign(second.worker, first.addresses.evm)).rejects.toMatchObject({
      code: 'unauthorized',
    })
    const again = await workerOf(second.store)
    expect((await again.ask('load', {})).status).toBe('signed-out')
    expect(await sign(first.worker, first.addresses.evm)).toEqual(signature)
    const { userId } = first.loaded as { userId: string }
    const left = await ofUser(userId)
    expect(left.filter(({ jkt, kind }) => jkt === second.device.jkt && kind === 'device')).toEqual(
      [],
    )
    const [ended] = await rows()
      .select()
      .from(deviceRows)
      .where(eq(deviceRows.deviceId, other.deviceId))
    // The vault has deleted its half as well.
    expect(ended).toMatchObject({ vaultToldAt: expect.any(Number) })
    expect((await first.device.ask(revokeDevice.path, { deviceId: other.deviceId })).status).toBe(
      404,
    )
  })

  test('[T85] opens no row that was moved, cut or changed in the database', async () => {
    const [ada, bob] = [await withWallet(), await withWallet()]
    const ids = [ada, bob].map(({ loaded }) => (loaded as { userId: string }).userId)
    const sets = (await Promise.all(ids.map((id) => ofUser(id)))).flat()
    expect(sets).toHaveLength(4)
    const ask = ({ worker, addresses }: typeof ada) => sign(worker, addresses.evm)
    const mine = sets.find(({ kind, userId }) => kind === 'device' && userId === ids[0])!
    const put = (values: Partial<typeof mine>) =>
      rows().update(shares).set(values).where(eq(shares.setId, mine.setId))
    const { ct, edk } = mine
    for (const other of sets.filter(({ setId }) => setId !== mine.setId)) {
      for (const values of [
        { ct: other.ct },
        { edk: other.edk },
        { ct: other.ct, edk: other.edk, kid: other.kid },
      ]) {
        await put(values)
        await expect(ask(ada)).rejects.toMatchObject({ code: 'share-unreadable' })
        await put({ ct, edk })
      }
    }
    const bytes = Buffer.from(ct, 'base64url')
    bytes[20]! ^= 1
    for (const values of [
      { ct: bytes.toString('base64url') },
      { epoch: mine.epoch + 1 },
      { kid: 'kekA-other' },
    ]) {
      await put(values)
      await expect(ask(ada)).rejects.toMatchObject({ code: 'share-unreadable' })
      await put({ ct, edk, epoch: mine.epoch, kid: mine.kid })
    }
    // A set moved to another device, user or wallet does not work there either.
    await put({ jkt: bob.device.jkt, userId: ids[1]! })
    await expect(ask(ada)).rejects.toThrow()
    await put({ jkt: mine.jkt, userId: ids[0]! })
    expect(await ask(ada)).toEqual(signature)
  })

  test('[T86] rotates keys while users sign: no signature fails, every row is rewrapped, and the old key opens nothing', async () => {
    const visitors = [await withWallet(), await withWallet()]
    const next = newKek('kekA-2')
    const { database, given } = server
    const both = await createLocalKms({ store: 'A', keys: `${next},${given.kek}` })
    const heads = () => server.lines.filter((line) => line.includes('audit head')).length
    const before = heads()
    const twin = await start({
      ...given,
      // This process has both keys, and wraps under the old one; the rotation runs below while it serves.
      kek: `${given.kek},${next}`,
      port: 0,
      database: { kind: 'open', database: { ...database, close: async () => {} } },
    })
    // The second process rotates rows at its start; two rotations in opposite directions must not overlap.
    await vi.waitFor(() => expect(heads()).toBeGreaterThan(before))
    const toTwin: typeof fetch = (input, init) =>
      send(String(input).replace(server.origin, twin.url), init)
    let isOver = false
    const counts = visitors.map(() => 0)
    const signing = visitors.map(async ({ addresses, store }, index) => {
      // Proofs name the origin; the process behind it is the one with both keys.
      const worker = await workerOf(store, { fetch: toTwin })
      await worker.ask('load', {})
      while (!isOver || counts[index]! < 3) {
        expect(await sign(worker, addresses.evm)).toEqual(signature)
        counts[index]!++
        // There is one processor: yields to the rotation.
        await sleep(10)
      }
    })
    const append = async () => {}
    const isSigning = () => expect(Math.min(...counts)).toBeGreaterThan(0)
    await vi.waitFor(isSigning)
    const rotated = await rotateKeys({ audit: append, kms: both, queries: rows() })
    isOver = true
    await Promise.all(signing)
    expect(rotated).toBeGreaterThanOrEqual(6)
    await twin.stop()
    for (const table of [shares, identities]) {
      const kid = 'kid' in table ? table.kid : table.emailKid
      expect(await rows().select().from(table).where(ne(kid, 'kekA-2'))).toEqual([])
    }
    const [visitor] = visitors
    await expect(sign(visitor!.worker, visitor!.addresses.evm)).rejects.toMatchObject({
      code: 'share-unreadable',
    })
    // Back under the first key, for the tests after this one.
    const back = await createLocalKms({ store: 'A', keys: `${given.kek},${next}` })
    await rotateKeys({ audit: append, kms: back, queries: rows() })
    expect(await sign(visitor!.worker, visitor!.addresses.evm)).toEqual(signature)
  })

  test('[T89] refuses the 31st recovery in a minute, from any caller, and raises the alarm', async () => {
    const { device, loaded, store } = await withWallet()
    later(61_000)
    const accessToken = await tokenOf(store)
    const { userId } = loaded as { userId: string }
    const recovery = (await ofUser(userId)).find(({ kind }) => kind === 'recovery')!
    const { epk } = await createReleaseKey()
    const { setId, walletId } = recovery
    const ask = () =>
      device.ask(
        authRelease.path,
        { walletId, setId, purpose: 'recover', rid: randomUUID(), epk },
        { accessToken },
      )
    for (let count = 1; count <= 30; count++) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, code: 'releases-exceeded' })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(server.lines.some((line) => line.includes('"alarm":"recoveries"'))).toBe(true)
    const events = (await rows().select().from(audit).orderBy(audit.seq)).map(({ event }) =>
      JSON.parse(event),
    )
    const given = (event: Record<string, string>) =>
      event.kind === 'share-released' && event.userId === userId && event.purpose === 'recover'
    expect(events.filter(given)).toHaveLength(30)
    later(61_000)
    expect((await ask()).status).toBe(200)
  })

  test('[T89] releases no share of a frozen account for any purpose, here or at the vault, and names the reason', async () => {
    const first = await withWallet()
    later(31_000)
    const second = await visit({ email: first.email })
    await first.device.call(freezeAccount, {})
    await expect(sign(first.worker, first.addresses.evm)).rejects.toMatchObject({
      code: 'account-frozen',
    })
    await expect(second.worker.ask('recover', {})).rejects.toMatchObject({ code: 'account-frozen' })
    const { userId } = first.loaded as { userId: string }
    // If this server lost the freeze, the vault still refuses.
    await rows().update(users).set({ frozenAt: null }).where(eq(users.userId, userId))
    await expect(second.worker.ask('recover', {})).rejects.toMatchObject({ code: 'account-frozen' })
    await expect
      .poll(
        () =>
          server.mail.inbox(first.email).filter(({ subject }) => subject.includes('frozen')).length,
      )
      .toBeGreaterThanOrEqual(1)
  })

  test('[T92] refuses an export in a frame, by a session of a site, or without a step-up; mails and logs each export', async () => {
    const first = await withWallet({ on: null })
    const exporting = await workerOf(first.store, { surface: 'export' })
    await exporting.ask('load', {})
    const refused = { code: 'action-not-allowed' }
    await expect(exporting.ask('exportOnce', {})).rejects.toMatchObject(refused)
    await stepUpOf(first)
    const paths: string[] = []
    const framed = await workerOf(first.store, {
      surface: 'frame',
      fetch: (input, init) => {
        paths.push(new URL(String(input)).pathname)
        return send(input, init)
      },
    })
    await framed.ask('load', {})
    await expect(framed.ask('exportOnce', {})).rejects.toMatchObject(refused)
    expect(paths).not.toContain(authRelease.path)
    // A frame that claims to be another page: the server knows the origin of its session.
    const onSite = await withWallet()
    await stepUpOf(onSite)
    const lying = await workerOf(onSite.store, { surface: 'export' })
    await lying.ask('load', {})
    await expect(lying.ask('exportOnce', {})).rejects.toMatchObject(refused)
    const after = server.mail.inbox(first.email)[0]!.receivedAt
    const exported = await exporting.ask('exportOnce', {})
    expect(Buffer.from(exported.mnemonic).toString().split(' ')).toHaveLength(12)
    expect((await server.mail.waitFor(first.email, { after })).subject).toContain('exported')
    const { userId } = first.loaded as { userId: string }
    const events = (await rows().select().from(audit).orderBy(audit.seq)).map(({ event }) =>
      JSON.parse(event),
    )
    const purposes = events
      .filter((event) => event.kind === 'share-released' && event.userId === userId)
      .map((event) => event.purpose)
    expect(purposes).toEqual(['verify', 'export'])
    const { userId: other } = onSite.loaded as { userId: string }
    expect(events.some(({ purpose, userId }) => userId === other && purpose === 'export')).toBe(
      false,
    )
    // Five minutes later it is refused again.
    const accessToken = await tokenOf(first.store)
    const own = (await ofUser(userId)).find(({ kind }) => kind === 'device')!
    const { epk } = await createReleaseKey()
    const { setId, walletId } = own
    later(301_000)
    const late = await first.device.ask(
      authRelease.path,
      { walletId, setId, purpose: 'export', rid: randomUUID(), epk },
      { accessToken },
    )
    expect(late).toMatchObject({ status: 403, code: 'step-up-required' })
  })

  test('needs a step-up to protect recovery by a passkey, and needs the passkey from then on', async () => {
    const first = await withWallet()
    const passkey = (fill: number) => ({
      mode: 'passkey' as const,
      secret: new Uint8Array(32).fill(fill),
    })
    const enrol = () => first.worker.ask('enrolRecovery', { factor: passkey(7) })
    await expect(enrol()).rejects.toMatchObject({ code: 'action-not-allowed' })
    await stepUpOf(first)
    await enrol()
    expect((await first.device.call(readAccountFacts, {})).recoveryMode).toBe('passkey')
    expect(await sign(first.worker, first.addresses.evm)).toEqual(signature)
    later(31_000)
    const second = await visit({ email: first.email })
    expect(second.loaded).toMatchObject({ status: 'recover', mode: 'passkey' })
    await expect(second.worker.ask('recover', {})).rejects.toMatchObject({
      code: 'recovery-failed',
    })
    await expect(second.worker.ask('recover', { factor: passkey(8) })).rejects.toThrow()
    expect(await second.worker.ask('recover', { factor: passkey(7) })).toEqual(first.addresses)
    // A session alone does not take the passkey away again.
    await expect(
      second.worker.ask('enrolRecovery', { factor: { mode: 'auto' }, present: passkey(7) }),
    ).rejects.toMatchObject({ code: 'action-not-allowed' })
  })

  test('[T95] a crash at any step of creation, at two real servers, never leaves an address without recoverable shares', async () => {
    const dieAt = async (stepsLeft: number) => {
      const steps: string[] = []
      const step = async <result>(name: string, run: () => Promise<result>): Promise<result> => {
        if (steps.length >= stepsLeft) throw new Error('dead')
        const result = await run()
        steps.push(name)
        if (steps.length >= stepsLeft) throw new Error('dead')
        return result
      }
      const { store, email, loaded } = await visit()
      const dying: DeviceStore = {
        kind: 'memory',
        read: store.read,
        update: (change) => step('write', () => store.update(change)),
      }
      const worker = await workerOf(dying, {
        fetch: (input, init) => step(new URL(String(input)).pathname, () => send(input, init)),
      })
      const created = await worker.ask('create', {}).catch(() => undefined)
      return { created, email, steps, store, userId: (loaded as { userId: string }).userId }
    }
    const whole = await dieAt(Number.POSITIVE_INFINITY)
    expect(whole.created).toBeDefined()
    expect(whole.steps.length).toBeGreaterThanOrEqual(8)
    const outcomes = { none: 0, live: 0 }
    for (let count = 1; count <= whole.steps.length; count++) {
      const { created, email, store, userId } = await dieAt(count)
      const [live] = await rows().select().from(wallets).where(eq(wallets.userId, userId))
      outcomes[live ? 'live' : 'none']++
      if (live) {
        later(31_000)
        const other = await visit({ email })
        expect(await other.worker.ask('recover', {})).toEqual({ evm: live.evm, sol: live.sol })
      } else expect(created).toBeUndefined()
      const again = await workerOf(store)
      expect((await again.ask('load', {})).status).toBe(live ? 'ready' : 'create')
      const addresses = await again.ask(live ? 'addresses' : 'create', {})
      expect(await sign(again, addresses.evm)).toEqual(signature)
    }
    expect(outcomes.none).toBeGreaterThanOrEqual(6)
    expect(outcomes.live).toBeGreaterThanOrEqual(1)
  })

  test('lets one of two tabs create the wallet when both try at once, and restores it in the other', async () => {
    const email = newAddress()
    const one = await visit({ email })
    later(31_000)
    const two = await visit({ email })
    const results = await Promise.allSettled(
      [one, two].map(({ worker }) => worker.ask('create', {})),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { userId } = one.loaded as { userId: string }
    expect(await rows().select().from(wallets).where(eq(wallets.userId, userId))).toHaveLength(1)
    const loser = results[0]!.status === 'rejected' ? one : two
    const winner = loser === one ? two : one
    expect(await loser.worker.ask('recover', {})).toEqual(await winner.worker.ask('addresses', {}))
  })

  test('[T101] finds a share only for its own user, device and wallet', async () => {
    const [ada, bob] = [await withWallet(), await withWallet()]
    const adas = await ofUser((ada.loaded as { userId: string }).userId)
    expect(adas.map(({ kind }) => kind).sort()).toEqual(['device', 'recovery'])
    const accessToken = await tokenOf(bob.store)
    const { epk } = await createReleaseKey()
    for (const { kind, setId, walletId } of adas)
      for (const purpose of ['sign', 'verify', 'recover', 'export', 'enrol'] as const) {
        const body = { walletId, setId, purpose, rid: randomUUID(), epk }
        const answer = await bob.device.ask(authRelease.path, body, { accessToken })
        expect([kind, purpose, answer.status]).toEqual([kind, purpose, 404])
      }
    for (const deviceId of ["' or 1=1 --", '1; drop table users', randomUUID()])
      expect([400, 404]).toContain((await bob.device.ask(revokeDevice.path, { deviceId })).status)
    const { devices } = await ada.device.call(readAccountFacts, {})
    const foreign = { deviceId: devices[0]!.deviceId }
    expect((await bob.device.ask(revokeDevice.path, foreign)).status).toBe(404)
    expect(await sign(ada.worker, ada.addresses.evm)).toEqual(signature)
  })

  test("[T101] refuses a new wallet that has the id of another user's wallet, and commits no set", async () => {
    const [ada, bob] = [await withWallet(), await visit()]
    const [{ walletId } = { walletId: '' }] = await ofUser(
      (ada.loaded as { userId: string }).userId,
    )
    const accessToken = await tokenOf(bob.store)
    const change = newChange({ ...newFacts(), walletId }, 0)
    await bob.device.call(authPrepare, change, { accessToken })
    const { changeId } = change
    const answer = await bob.device.ask(authCommit.path, { changeId }, { accessToken })
    expect([answer.status, answer.code]).toEqual([409, 'change-conflict'])
    const bobs = await ofUser((bob.loaded as { userId: string }).userId)
    expect(bobs).toEqual([])
  })

  test('[T57] [T96] [T114] keeps codes, addresses, tokens, shares and secrets of both servers out of logs and databases, and the key of a wallet out of requests too', async () => {
    const before = server.lines.length
    const { answers, bodies, requests, watched } = watchRequests()
    const first = await visit({ on: null, fetch: watched })
    const addresses = await first.worker.ask('create', {})
    await sign(first.worker, addresses.evm)
    const exporting = await workerOf(first.store, { surface: 'export', fetch: watched })
    await exporting.ask('load', {})
    const otp = await stepUpOf(first)
    const { evm, mnemonic, sol } = await exporting.ask('exportOnce', {})
    later(31_000)
    const second = await visit({ email: first.email, fetch: watched })
    await second.worker.ask('recover', {})
    const phrase = Buffer.from(mnemonic).toString()
    const prepared = bodies.filter(({ path }) => /shares.*prepare/.test(path))
    // Deliberate errors, with bodies that contain secrets.
    await first.device.ask(authRelease.path, { words: phrase, email: first.email })
    await first.device.ask(authPrepare.path, { ...prepared[0]!.body, words: phrase })

    const seed = mnemonicToSeedSync(phrase)
    const keys = [mnemonicToEntropy(phrase, wordlist), seed, evm, sol.subarray(0, 32)]
    const keyForms = [phrase, phrase.replaceAll(' ', ','), ...keys.flatMap(formsOf)]
    const encoded = prepared.flatMap(({ body }) => body.sets ?? []).map(({ share }) => share)
    // Of a wallet's first two sets each server gets a share, and of the new device's set.
    expect(encoded.length).toBeGreaterThanOrEqual(4)
    const shareForms = encoded.flatMap((text) => {
      const whole = decodeBase64Url(text)
      return [...formsOf(whole), ...formsOf(parseShare(whole).share)]
    })
    const tokens = answers.flatMap(({ accessToken, refreshToken }) =>
      accessToken === undefined ? [] : [accessToken, String(refreshToken)],
    )
    expect(tokens.length).toBeGreaterThanOrEqual(4)
    const { given } = server
    const own = [given.kek, given.tokenKeys, server.kekB].map((text) => text.split(':')[1]!)
    const secrets = [given.otpPepper, given.vault.serviceSecret, given.api.serviceToken]
    const canaries = [...keyForms, ...shareForms, ...tokens, ...own, ...secrets, first.email]
    const findIn = (text: string, words: readonly string[]) =>
      words.filter((word) => text.includes(word))
    const log = server.lines.join('')
    expect(findIn(log, [...canaries, otp])).toEqual([])
    expect(log).not.toMatch(/eyJ[\w-]{10}/)
    expect(server.lines.length).toBeGreaterThan(before)
    for (const { queries } of [server.database, server.vaultDatabase]) {
      const text = await readAllRows(queries)
      expect(text).toContain((first.loaded as { userId: string }).userId)
      expect(findIn(text, canaries)).toEqual([])
    }
    const sent = requests.join('\n')
    // The search finds what is there.
    expect(findIn(sent, encoded)).toEqual(encoded)
    expect(findIn(sent, keyForms)).toEqual([])
  })

  test('[T102] the audit log of all these tests is intact, and an edited row is named', async () => {
    const keys = [server.given.otpPepper]
    const head = await readAuditHead(rows(), audit)
    const { brokenAt, rows: count } = await verifyAudit(rows(), audit, { keys, head })
    expect([brokenAt, count > 50]).toEqual([undefined, true])
    const [row] = await rows().select().from(audit).where(eq(audit.seq, 7))
    await rows()
      .update(audit)
      .set({ event: row!.event.replace('"at":', '"at": ') })
      .where(eq(audit.seq, 7))
    expect((await verifyAudit(rows(), audit, { keys })).brokenAt).toBe(7)
    await rows().update(audit).set({ event: row!.event }).where(eq(audit.seq, 7))
  })
})
