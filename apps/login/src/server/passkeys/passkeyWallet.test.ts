import {
  encodeBase64Url,
  passkeyWalletAdd,
  passkeyWalletLogin,
  passkeyWalletRemove,
} from '@foyer/protocol/custody'
import {
  freezeAccount,
  readAccountFacts,
  revokeDevice,
  stepUp,
  updateEmail,
} from '@foyer/protocol/login'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorker } from '../../worker/keyWorker.test.kit.ts'
import { type DeviceStore, memoryStore } from '../../worker/store/deviceStore.ts'
import { decodeRecoveryCode } from '../../worker/wallet/recoveryCode.ts'
import { keyAccounts, shares, walletFactors, wallets } from '../database/schema.ts'
import { openDevice, site, startTestLogin, type TestLogin } from '../startTestLogin.test.kit.ts'

let server: TestLogin
beforeAll(async () => {
  server = await startTestLogin({})
})
afterAll(() => server?.stop())

const failed = { code: 'recovery-failed' }
let counter = 0
/** A passkey of a virtual authenticator: the same secret at every use. */
const newPasskey = (isAdded = false) => {
  counter += 1
  const [id, fill] = [encodeBase64Url(crypto.getRandomValues(new Uint8Array(16))), counter]
  return () => ({ mode: 'passkey' as const, id, isAdded, secret: new Uint8Array(32).fill(fill) })
}
type Passkey = ReturnType<typeof newPasskey>

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
const browser = async (
  store: DeviceStore = memoryStore(),
  surface: 'frame' | 'export' = 'frame',
) => {
  const { authUrl, vaultUrl } = { authUrl: server.origin, vaultUrl: server.vault.url }
  const worker = await openWorker({ authUrl, vaultUrl } as never, { store, surface, fetch: send })
  return { ...worker, store }
}
async function newWallet(passkey: Passkey = newPasskey()) {
  const here = await browser()
  const opened = await here.ask('openByFactor', { factor: passkey(), create: true, site })
  return { ...here, ...opened, passkey }
}
async function sign(
  { ask }: Pick<Awaited<ReturnType<typeof browser>>, 'ask'>,
  address: string,
  factor?: ReturnType<Passkey>,
) {
  const rid = crypto.randomUUID()
  const request = { method: 'personal_sign', params: ['0x00', address] } as const
  const { digest } = await ask('prepare', { rid, request: request as never })
  return ask('sign', { rid, digest, ...(factor && { factor }) })
}
/** The access token of a signed-in browser. */
async function tokenOf(store: DeviceStore): Promise<string> {
  const seen: string[] = []
  const worker = await openWorker({ authUrl: server.origin, vaultUrl: server.vault.url } as never, {
    store,
    fetch: (input, init) => {
      seen.push(new Headers(init?.headers).get('authorization') ?? '')
      return send(input, init)
    },
  })
  await worker.ask('load', {})
  return seen.find((header) => header.startsWith('DPoP '))?.slice(5) ?? ''
}
const signature = expect.stringMatching(/^0x[0-9a-f]{130}$/)

describe('a wallet that passkeys alone hold', () => {
  test('[T123] is made and opened by the passkey alone; the servers store no share, no secret and no address', async () => {
    const { addresses, passkey, store, userId } = await newWallet()
    const { queries } = server.database
    const text = JSON.stringify([
      ...(await queries.select().from(keyAccounts)),
      ...(await queries.select().from(walletFactors)),
    ])
    expect(text).toContain(passkey().id)
    expect(text).not.toContain(addresses.evm)
    expect(text).not.toContain(addresses.sol)
    const [factor] = (await queries.select().from(walletFactors)).filter(
      (row) => row.userId === userId,
    )
    expect(factor).toMatchObject({ id: passkey().id, envelope: null, mode: 'passkey' })
    expect(await queries.select().from(shares)).toEqual([])
    expect(await queries.select().from(wallets)).toEqual([])
    // This browser keeps its addresses, and nothing that opens the wallet.
    const kept = (await store.read())?.passkeyWallets?.[userId]
    expect(kept).toEqual({ passkeyId: passkey().id, isAdded: false, ...addresses })

    const elsewhere = await browser()
    const again = await elsewhere.ask('openByFactor', { factor: passkey() })
    expect(again).toMatchObject({
      status: 'ready',
      userId,
      addresses,
      passkey: { id: passkey().id },
    })
    const reloaded = await browser(elsewhere.store)
    expect(await reloaded.ask('load', {})).toMatchObject({ status: 'ready', addresses })
  })

  test('[T124] signs with its passkey only: not without one, and not with that of another wallet', async () => {
    const wallet = await newWallet()
    const { addresses, passkey } = wallet
    expect(await sign(wallet, addresses.evm, passkey())).toEqual(signature)
    await expect(sign(wallet, addresses.evm)).rejects.toMatchObject(failed)
    const other = await newWallet()
    await expect(sign(wallet, addresses.evm, other.passkey())).rejects.toMatchObject(failed)
    const wrong = { ...passkey(), secret: new Uint8Array(32) }
    await expect(sign(wallet, addresses.evm, wrong)).rejects.toMatchObject(failed)
    const given = passkey()
    await sign(wallet, addresses.evm, given)
    expect(given.secret.every((byte) => byte === 0)).toBe(true)
  })

  test('is not made by opening: a passkey without a wallet is refused', async () => {
    const here = await browser()
    await expect(here.ask('openByFactor', { factor: newPasskey()() })).rejects.toMatchObject({
      code: 'resource-not-found',
    })
    // An added passkey whose envelope the server does not give opens no other wallet.
    await expect(
      here.ask('openByFactor', { factor: newPasskey(true)(), create: true }),
    ).rejects.toMatchObject(failed)
  })

  test('[T97] is opened by each added passkey and by the code; removing one needs a fresh proof', async () => {
    const wallet = await newWallet()
    const { addresses, ask, passkey, store } = wallet
    const device = await openDevice(server, store)
    const second = newPasskey(true)
    const add = { change: { add: second() }, present: passkey() }
    await expect(ask('changeFactors', add)).rejects.toMatchObject({ code: 'action-not-allowed' })
    const { until } = await ask('stepUp', { factor: passkey() })
    expect(until).toBeGreaterThan(server.now())
    await ask('changeFactors', { change: { add: second() }, present: passkey() })
    const { code } = await ask('enrolRecovery', { factor: { mode: 'new-code' } })
    const typed = () => ({ mode: 'code' as const, secret: Uint8Array.from(code!) })
    await ask('changeFactors', { change: { add: typed() }, present: second() })

    for (const factor of [second(), typed()]) {
      const there = await browser()
      expect(await there.ask('openByFactor', { factor })).toMatchObject({ addresses })
    }
    const there = await browser()
    await there.ask('openByFactor', { factor: second() })
    expect(await sign(there, addresses.evm, second())).toEqual(signature)
    expect(await sign(there, addresses.evm, passkey())).toEqual(signature)

    const { factors = [] } = await device.call(readAccountFacts, {})
    expect(factors.map(({ isSource }) => isSource)).toEqual([true, false, false])
    const remove = (id: string) =>
      ask('changeFactors', { change: { remove: id }, present: passkey() })
    await remove(second().id)
    await expect((await browser()).ask('openByFactor', { factor: second() })).rejects.toMatchObject(
      failed,
    )
    // The source is the wallet itself.
    await expect(remove(passkey().id)).rejects.toMatchObject({ code: 'request-invalid' })
    // Replaces the code.
    const { code: next } = await ask('enrolRecovery', { factor: { mode: 'new-code' } })
    await ask('changeFactors', {
      change: { add: { mode: 'code', secret: Uint8Array.from(next!) } },
      present: typed(),
    })
    await expect((await browser()).ask('openByFactor', { factor: typed() })).rejects.toMatchObject(
      failed,
    )
    expect(decodeRecoveryCode(next!)).toHaveLength(16)
  })

  test('[T92] is exported with its passkey, on the page /export only, as the phrase of its addresses', async () => {
    const { addresses, passkey, store, ask } = await newWallet()
    await expect(ask('exportOnce', { factor: passkey() })).rejects.toMatchObject({
      code: 'action-not-allowed',
    })
    const page = await browser(store, 'export')
    await page.ask('load', {})
    await expect(page.ask('exportOnce', {})).rejects.toMatchObject(failed)
    const { mnemonic } = await page.ask('exportOnce', { factor: passkey() })
    const { mnemonicToAccount } = await import('viem/accounts')
    expect(mnemonicToAccount(new TextDecoder().decode(mnemonic)).address).toBe(addresses.evm)
  })

  test('[T125] a stolen session changes no factor, and a proof is good once, for its device and wallet', async () => {
    const { ask, passkey, store } = await newWallet()
    const device = await openDevice(server, store)
    const accessToken = await tokenOf(store)
    const factor = { id: 'AAAA', mode: 'passkey', envelope: 'AAAA' }
    for (const [path, body] of [
      [passkeyWalletAdd.path, { factor }],
      [passkeyWalletRemove.path, { id: passkey().id }],
    ] as const)
      expect((await device.ask(path, body, { accessToken })).code).toBe('step-up-required')
    // Nor by an email of its own, or by freezing the user out.
    for (const [path, body] of [
      [updateEmail.path, { email: 'thief@mail.example' }],
      [stepUp.path, {}],
      [freezeAccount.path, {}],
    ] as const)
      expect((await device.ask(path, body)).code).toBe('action-not-allowed')
    // A step-up by the passkey of another wallet.
    const other = await newWallet()
    await expect(ask('stepUp', { factor: other.passkey() })).rejects.toMatchObject(failed)

    const bodies: string[] = []
    const spying = await openWorker(
      { authUrl: server.origin, vaultUrl: server.vault.url } as never,
      {
        store: memoryStore(),
        fetch: (input, init) => {
          if (String(input).endsWith(passkeyWalletLogin.path))
            bodies.push(new TextDecoder().decode(init?.body as Uint8Array))
          return send(input, init)
        },
      },
    )
    await spying.ask('openByFactor', { factor: passkey() })
    const body = JSON.parse(bodies[0]!)
    const replay = async (store: DeviceStore, given: object) =>
      (await (await openDevice(server, store)).ask(passkeyWalletLogin.path, given)).status
    expect(await replay(spying.store, body)).toBe(403)
    expect(await replay(memoryStore(), body)).toBe(403)
    const { account } = body
    expect(await replay(spying.store, { ...body, account: account.replace(/^./, 'A') })).toBe(403)
  })

  test('a revoked device is signed out, and opens the wallet again only with the passkey', async () => {
    const first = await newWallet()
    const second = await browser()
    await second.ask('openByFactor', { factor: first.passkey() })
    const device = await openDevice(server, first.store)
    const { devices } = await device.call(readAccountFacts, {})
    await first.ask('stepUp', { factor: first.passkey() })
    const { deviceId } = devices.find(({ isThis }) => !isThis)!
    await device.call(revokeDevice, { deviceId })
    const reloaded = await browser(second.store)
    expect(await reloaded.ask('load', {})).toMatchObject({ status: 'signed-out' })
  })

  test.each([
    ['a phrase', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
    ['a private key', '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'],
  ])(
    '[1.13] opens %s of another wallet by a new passkey, and by a second one later',
    async (_, text) => {
      const typed = () => Uint8Array.from(text, (one) => one.charCodeAt(0))
      const { mnemonicToAccount, privateKeyToAccount } = await import('viem/accounts')
      const known = text.startsWith('0x')
        ? privateKeyToAccount(text as `0x${string}`).address
        : mnemonicToAccount(text).address
      const here = await browser(memoryStore(), 'export')
      const looked = await here.ask('importWallet', { typed: typed() })
      expect(looked).toEqual({ addresses: { evm: known, sol: expect.any(String) } })
      const passkey = newPasskey(true)
      const given = typed()
      const { opened } = await here.ask('importWallet', { typed: given, factor: passkey() })
      expect(opened).toMatchObject({ status: 'ready', addresses: looked.addresses })
      expect(given.every((byte) => byte === 0)).toBe(true)
      expect(await sign(here, known, passkey())).toEqual(signature)
      const there = await browser()
      expect(await there.ask('openByFactor', { factor: passkey() })).toMatchObject({
        userId: opened?.userId,
        addresses: looked.addresses,
      })
      // Brought again elsewhere: the same account gets another passkey.
      const second = newPasskey(true)
      const other = await browser()
      const again = await other.ask('importWallet', { typed: typed(), factor: second() })
      expect(again.opened?.userId).toBe(opened?.userId)
      expect(await sign(other, known, second())).toEqual(signature)
      const { mnemonic, evm } = await here.ask('exportOnce', { factor: passkey() })
      if (text.startsWith('0x')) {
        expect(mnemonic).toHaveLength(0)
        expect(`0x${Buffer.from(evm).toString('hex')}`).toBe(text)
      } else expect(new TextDecoder().decode(mnemonic)).toBe(text)
    },
  )

  test('error: a mistyped phrase makes no account', async () => {
    const here = await browser()
    const typed = new TextEncoder().encode('legal winner thank year')
    await expect(
      here.ask('importWallet', { typed, factor: newPasskey(true)() }),
    ).rejects.toMatchObject({ code: 'input-invalid' })
    expect(await here.ask('load', {})).toMatchObject({ status: 'signed-out' })
  })
})
