import {
  authRelease,
  decodeBase64Url,
  encodeBase64Url,
  openShareRow,
  sealShareRow,
} from '@foyer/protocol/custody'
import { decisionMs } from '@foyer/protocol/frame'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { createKeyPairSignerFromBytes } from '@solana/kit'
import { verifyMessage } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Asked, openWorker, signIn, withWallet } from './keyWorker.test.kit.ts'
import { createKeyWorker } from './keyWorker.ts'
import { keyMessages } from './messages.ts'
import { memoryStore } from './store/deviceStore.ts'
import { endSession } from './store/endSession.ts'
import { type Stores, startStores } from './stores.test.kit.ts'

let stores: Stores
beforeAll(async () => {
  stores = await startStores()
})
afterAll(() => stores.stop())

const personal = (address: string, message = '0x68656c6c6f') => ({
  method: 'personal_sign' as const,
  params: [message, address] as [string, string],
})
const walletOf = (userId: string) => stores.auth.wallets.find((one) => one.userId === userId)!

async function signHello({ ask }: Pick<Asked, 'ask'>, address: string) {
  const rid = crypto.randomUUID()
  const { digest } = await ask('prepare', { rid, request: personal(address) })
  return ask('sign', { rid, digest })
}

describe('the messages of the key worker', () => {
  it('are exactly thirteen, and none returns the key', async () => {
    expect(Object.keys(keyMessages).sort()).toEqual([
      'addresses',
      'changeFactors',
      'create',
      'enrolRecovery',
      'exportOnce',
      'forget',
      'importWallet',
      'load',
      'openByFactor',
      'prepare',
      'recover',
      'sign',
      'stepUp',
    ])
    const { ask } = await withWallet(stores)
    for (const name of ['getKey', 'export', 'toString', '__proto__', 'constructor', ''])
      await expect(ask(name as 'load', {})).rejects.toMatchObject({ code: 'method-not-found' })
  })

  it('error: are refused when their schemas do not allow them', async () => {
    const { ask, addresses } = await withWallet(stores)
    const rid = crypto.randomUUID()
    const bad: [string, unknown][] = [
      ['create', { mode: 'auto' }],
      ['create', undefined],
      ['addresses', null],
      ['load', { ticket: 5 }],
      ['prepare', { rid: 'x', request: personal(addresses.evm) }],
      ['prepare', { rid, request: { method: 'eth_sign', params: [] } }],
      ['prepare', { rid, request: { ...personal(addresses.evm), extra: 1 } }],
      ['sign', { rid, digest: '0x00' }],
      ['recover', { factor: { mode: 'passkey', secret: new Uint8Array(31) } }],
      ['recover', { factor: { mode: 'passkey', secret: 'a'.repeat(32) } }],
      ['enrolRecovery', { factor: { mode: 'password', secret: new Uint8Array(32) } }],
      ['exportOnce', { please: true }],
    ]
    for (const [name, params] of bad)
      await expect(ask(name as 'load', params as object)).rejects.toMatchObject({
        code: 'params-invalid',
      })
  })
})

describe('sign', () => {
  it('returns a signature that viem verifies', async () => {
    const device = await withWallet(stores)
    const signature = (await signHello(device, device.addresses.evm)) as `0x${string}`
    const address = device.addresses.evm as `0x${string}`
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
  })

  it('error: refuses a digest other than the prepared one, and drops the request', async () => {
    const { ask, addresses } = await withWallet(stores)
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
    const { digest } = await ask('prepare', { rid: one, request: personal(addresses.evm, '0x01') })
    const other = await ask('prepare', { rid: two, request: personal(addresses.evm, '0x02') })
    expect(other.digest).not.toBe(digest)
    const before = stores.auth.released.length
    await expect(ask('sign', { rid: one, digest: other.digest })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    await expect(ask('sign', { rid: one, digest })).rejects.toMatchObject({
      code: 'request-aborted',
    })
    expect(stores.auth.released.length).toBe(before)
    expect(await ask('sign', { rid: two, digest: other.digest })).toMatch(/^0x/)
    await expect(ask('sign', { rid: two, digest: other.digest })).rejects.toMatchObject({
      code: 'request-aborted',
    })
  })

  it('error: refuses a repeated request, another account, and a user without a wallet', async () => {
    const { ask, addresses } = await withWallet(stores)
    const rid = crypto.randomUUID()
    const request = personal(addresses.evm)
    expect((await ask('prepare', { rid, request })).request).toEqual(request)
    await expect(ask('prepare', { rid, request: personal(addresses.evm) })).rejects.toMatchObject({
      code: 'request-pending',
    })
    const other = await withWallet(stores)
    await expect(
      ask('prepare', { rid: crypto.randomUUID(), request: personal(other.addresses.evm) }),
    ).rejects.toMatchObject({ code: 'unauthorized' })
    const fresh = await signIn(stores, crypto.randomUUID())
    await expect(
      fresh.ask('prepare', { rid: crypto.randomUUID(), request: personal(addresses.evm) }),
    ).rejects.toMatchObject({ code: 'not-connected' })
  })

  it('error: keeps at most 99 requests, each for as long as the user may take to decide', async () => {
    const { store, addresses } = await withWallet(stores)
    const { authUrl, vaultUrl } = stores
    const worker = await createKeyWorker({ authUrl, vaultUrl, surface: 'frame', store })
    await worker.handle('load', {})
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const prepare = async (rid: string) => {
      const answer = await worker.handle('prepare', { rid, request: personal(addresses.evm) })
      return { rid, digest: (answer as { digest: string }).digest }
    }
    const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
    const rids = Array.from({ length: 99 }, () => crypto.randomUUID())
    const prepared: { rid: string; digest: string }[] = []
    for (const rid of rids) prepared.push(await prepare(rid))
    expect(worker.waiting()).toBe(99)
    const pending = { code: 'request-pending' }
    await expect(prepare(crypto.randomUUID())).rejects.toMatchObject(pending)
    const sign = (index: number) => worker.handle('sign', prepared[index])
    pass(decisionMs - 1)
    await expect(prepare(rids[5]!)).rejects.toMatchObject(pending)
    expect(await sign(0)).toMatch(/^0x/)
    expect(worker.waiting()).toBe(98)
    pass(1)
    await expect(sign(1)).rejects.toMatchObject({ code: 'request-aborted' })
    expect(worker.waiting()).toBe(97)
    await prepare(rids[5]!)
    expect(worker.waiting()).toBe(1)
    await worker.handle('forget', {})
    expect(worker.waiting()).toBe(0)
  })

  it('error: returns no signature for an auth share that the login server changed', async () => {
    const device = await withWallet(stores)
    const { userId, addresses } = device
    const { facts, sets } = walletOf(userId)
    const [setId, set] = [...sets].find(([, { kind }]) => kind === 'device')!
    const place = {
      role: 'auth',
      userId,
      walletId: facts.walletId,
      setId,
      epoch: facts.epoch,
    } as const
    const plaintext = await openShareRow(stores.kmsA, { place, row: set.row })
    const honest = set.row
    for (const [at, code] of [
      [40, 'recovery-failed'],
      [2, 'share-unreadable'],
      [60, 'share-unreadable'],
    ] as const) {
      const bad = Uint8Array.from(plaintext)
      bad[at]! ^= 1
      set.row = await sealShareRow(stores.kmsA, { place, plaintext: bad })
      await expect(signHello(device, addresses.evm)).rejects.toMatchObject({ code })
    }
    set.row = honest
    expect(await signHello(device, addresses.evm)).toMatch(/^0x/)
  })

  it('requests one share per signature from the login server, for its own set and request', async () => {
    const device = await withWallet(stores)
    const before = stores.auth.released.length
    await signHello(device, device.addresses.evm)
    expect(stores.auth.released.slice(before)).toEqual(['sign'])
    const line = stores.log.findLast((entry) => entry.startsWith(`${authRelease.path} {`))!
    expect(line).toContain('"purpose":"sign"')
  })

  it('error: fails when the set of this device was deleted; the part stored here is useless', async () => {
    const device = await withWallet(stores)
    const { userId, addresses } = device
    const { sets } = walletOf(userId)
    const [setId] = [...sets].find(([, { kind }]) => kind === 'device')!
    sets.delete(setId)
    await expect(signHello(device, addresses.evm)).rejects.toMatchObject({
      code: 'resource-not-found',
    })
    const again = await openWorker(stores, { store: device.store })
    expect((await again.ask('load', {})).status).toBe('recover')
    expect((await device.store.read())!.wallets).toEqual({})
  })
})

describe('the session', () => {
  it("continues after the server's nonces changed, and refreshes with a token that is valid once", async () => {
    const device = await withWallet(stores)
    stores.dropNonces()
    expect(await signHello(device, device.addresses.evm)).toMatch(/^0x/)
    for (let round = 0; round < 3; round++) {
      const again = await openWorker(stores, { store: device.store })
      expect(await again.ask('load', {})).toMatchObject({ status: 'ready' })
    }
  })

  it('error: refuses a refresh token with another key', async () => {
    const { store } = await withWallet(stores)
    const foreign = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ])
    await store.update((device) => device && { ...device, pop: foreign })
    const thief = await openWorker(stores, { store })
    await expect(thief.ask('addresses', {})).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('is signed out when there is no session, and when the login server ended it', async () => {
    const fresh = await openWorker(stores)
    expect(await fresh.ask('load', {})).toMatchObject({ status: 'signed-out', storage: 'memory' })
    const { store } = await withWallet(stores)
    const kept = await store.read()
    await openWorker(stores, { store }).then(({ ask }) => ask('load', {}))
    // The token that was just spent.
    await store.update(() => kept)
    const late = await openWorker(stores, { store })
    expect((await late.ask('load', {})).status).toBe('signed-out')
    expect((await store.read())!.session).toBeUndefined()
    expect(Object.keys((await store.read())!.wallets)).toHaveLength(1)
  })

  it('ends without a network; the login server is notified at the next load', async () => {
    const { store, userId, addresses } = await withWallet(stores)
    const kept = await store.read()
    const [sid] = await endSession(store)
    expect(sid).toBe(kept!.session!.sid)
    expect((await store.read())!.session).toBeUndefined()
    const off: typeof fetch = () => Promise.reject(new TypeError('offline'))
    const offline = await openWorker(stores, { store, fetch: off })
    expect((await offline.ask('load', {})).status).toBe('signed-out')
    expect((await store.read())!.pendingRevoke).toEqual([sid])
    const online = await openWorker(stores, { store })
    expect((await online.ask('load', {})).status).toBe('signed-out')
    expect((await store.read())!.pendingRevoke).toBeUndefined()
    // The old token is dead in A too, and the wallet's share stayed.
    const thief = await openWorker(stores, { store: memoryStore(kept) })
    expect((await thief.ask('load', {})).status).toBe('signed-out')
    const back = await signIn(stores, userId, { store })
    expect(back.loaded).toMatchObject({ status: 'ready', addresses })
  })

  it("keeps another user's data on this device", async () => {
    const first = await withWallet(stores)
    const { store } = first
    const second = await signIn(stores, crypto.randomUUID(), { store })
    const other = await second.ask('create', {})
    expect(other).not.toEqual(first.addresses)
    expect(await second.ask('addresses', {})).toEqual(other)
    const back = await signIn(stores, first.userId, { store })
    expect(back.loaded).toMatchObject({ status: 'ready', addresses: first.addresses })
    expect(await back.ask('addresses', {})).toEqual(first.addresses)
  })

  it('error: fails when the server answers with something else, or does not answer', async () => {
    const { store } = await withWallet(stores)
    const odd: typeof fetch = async () => Response.json({ accessToken: 1 })
    const off: typeof fetch = () => Promise.reject(new TypeError('offline'))
    for (const fetch of [odd, off]) {
      const worker = await openWorker(stores, { store, fetch })
      await expect(worker.ask('load', {})).rejects.toMatchObject({ code: 'http-failed' })
    }
  })
})

describe('exportOnce', () => {
  it('returns words and keys that other wallets accept, once, and only after a step-up', async () => {
    const { userId, store, addresses } = await withWallet(stores)
    const page = await openWorker(stores, { store, surface: 'export' })
    await expect(page.ask('exportOnce', {})).rejects.toMatchObject({ code: 'action-not-allowed' })
    stores.auth.steppedUp.add(userId)
    const { mnemonic, evm, sol } = await page.ask('exportOnce', {})
    const words = new TextDecoder().decode(mnemonic)
    expect(mnemonicToAccount(words).address).toBe(addresses.evm)
    expect(mnemonicToEntropy(words, wordlist)).toHaveLength(16)
    const evmKey = `0x${Buffer.from(evm).toString('hex')}` as const
    expect(privateKeyToAccount(evmKey).address).toBe(addresses.evm)
    const solana = await createKeyPairSignerFromBytes(sol)
    expect(solana.address).toBe(addresses.sol)
    await expect(page.ask('exportOnce', {})).rejects.toMatchObject({ code: 'action-not-allowed' })
  })

  it('error: refuses in the frame, whatever the login server allows', async () => {
    const { ask, userId } = await withWallet(stores)
    stores.auth.steppedUp.add(userId)
    const before = stores.auth.released.length
    await expect(ask('exportOnce', {})).rejects.toMatchObject({ code: 'action-not-allowed' })
    expect(stores.auth.released.length).toBe(before)
  })
})

describe('the secrets of a recovery factor', () => {
  const zeros = (length: number) => new Uint8Array(length)

  it('are wiped after the factor was enrolled or used, even when that failed', async () => {
    const { ask, userId, loaded } = await withWallet(stores)
    const passkey = (fill = 3) => ({
      ...{ mode: 'passkey' as const, secret: new Uint8Array(32).fill(fill) },
    })
    stores.auth.steppedUp.add(userId)
    const [first, next, wrong] = [passkey(), passkey(4), passkey(5)]
    await ask('enrolRecovery', { factor: first })
    const failed = { code: 'recovery-failed' }
    const change = ask('enrolRecovery', { factor: next, present: wrong })
    await expect(change).rejects.toMatchObject(failed)
    stores.approve(userId, loaded.jkt)
    const [other, own] = [passkey(6), passkey()]
    await expect(ask('recover', { factor: other })).rejects.toMatchObject(failed)
    await ask('recover', { factor: own })
    for (const { secret } of [first, next, wrong, other, own]) expect(secret).toEqual(zeros(32))
  })

  it('are wiped after a code was shown, and after it was typed back', async () => {
    const { ask, userId } = await withWallet(stores)
    stores.auth.steppedUp.add(userId)
    const drawn: Uint8Array[] = []
    const { getRandomValues } = crypto
    const watch = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      drawn.push(bytes as unknown as Uint8Array)
      return getRandomValues.call(crypto, bytes as never) as never
    })
    onTestFinished(() => watch.mockRestore())
    const { code } = await ask('enrolRecovery', { factor: { mode: 'new-code' } })
    expect(drawn).toEqual([zeros(16)])
    const typed = { mode: 'code' as const, secret: Uint8Array.from(code!) }
    const mistyped = { mode: 'code' as const, secret: new Uint8Array(28).fill(0x30) }
    const enrolled = ask('enrolRecovery', { factor: mistyped })
    await expect(enrolled).rejects.toMatchObject({ code: 'input-invalid' })
    await ask('enrolRecovery', { factor: typed })
    for (const { secret } of [typed, mistyped]) expect(secret).toEqual(zeros(28))
    // It was for one enrolment.
    const again = { mode: 'code' as const, secret: Uint8Array.from(code!) }
    await expect(ask('enrolRecovery', { factor: again })).rejects.toMatchObject({
      ...{ code: 'input-invalid', details: 'This is not the code that was shown.' },
    })
  })
})

describe('forget', () => {
  it("deletes the device's record and its sets at both servers", async () => {
    const { ask, store, userId } = await withWallet(stores)
    await ask('forget', {})
    expect(await store.read()).toBeUndefined()
    expect([...walletOf(userId).sets.values()].map(({ kind }) => kind)).toEqual(['recovery'])
    const kinds = [...stores.vault.sets.values()].filter((set) => set.userId === userId)
    expect(kinds.map(({ kind }) => kind)).toEqual(['recovery'])
  })
})

it('keeps entropy, words and keys out of every request, answer and record', async () => {
  const { userId, store, ask, addresses } = await withWallet(stores)
  stores.auth.steppedUp.add(userId)
  await signHello({ ask }, addresses.evm)
  await ask('enrolRecovery', { factor: { mode: 'passkey', secret: new Uint8Array(32).fill(1) } })
  const page = await openWorker(stores, { store, surface: 'export' })
  const { mnemonic, evm, sol } = await page.ask('exportOnce', {})
  const words = new TextDecoder().decode(mnemonic)
  const record = await store.read()
  const kept = JSON.stringify([stores.log, record], (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  )
  for (const secret of [mnemonicToEntropy(words, wordlist), evm, sol.subarray(0, 32)]) {
    const bytes = Buffer.from(secret)
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(kept).not.toContain(bytes.toString(form).replace(/=+$/, ''))
  }
  expect(kept).not.toContain(words)
  expect(kept).toContain(encodeBase64Url(decodeBase64Url(walletOf(userId).facts.fp)))
})
