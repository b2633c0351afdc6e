import {
  decodeBase64Url,
  encodeBase64Url,
  openShareRow,
  sealShareRow,
  sealToRecoveryKey,
} from '@foyer/protocol/custody'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, withWallet } from '../keyWorker.test.kit.ts'
import { type Stores, startStores } from '../stores.test.kit.ts'
import { recoveryShareAad } from './openRecoveryShare.ts'
import { decodeRecoveryCode, encodeRecoveryCode } from './recoveryCode.ts'

let stores: Stores
beforeAll(async () => {
  stores = await startStores()
})
afterAll(() => stores.stop())

const failed = { code: 'recovery-failed' }
const prf = (fill: number) => ({ mode: 'passkey' as const, secret: new Uint8Array(32).fill(fill) })
const code = (bytes: Uint8Array<ArrayBuffer>) => ({
  mode: 'code' as const,
  secret: Uint8Array.from(bytes),
})

/** A wallet whose recovery this passkey holds. */
async function held(fill = 7) {
  const wallet = await withWallet(stores)
  stores.auth.steppedUp.add(wallet.userId)
  await wallet.ask('enrolRecovery', { factor: prf(fill) })
  return wallet
}

async function newDevice(userId: string) {
  const device = await signIn(stores, userId)
  stores.approve(userId, device.loaded.jkt)
  return device
}

const walletOf = (userId: string) => stores.auth.wallets.find((one) => one.userId === userId)!

describe('automatic recovery', () => {
  it('replaces the recovery set, and deletes the old one at both servers', async () => {
    const { userId, addresses } = await withWallet(stores)
    const before = walletOf(userId)
    const [oldSet] = [...before.sets].find(([, { kind }]) => kind === 'recovery')!
    const device = await newDevice(userId)
    expect(await device.ask('recover', {})).toEqual(addresses)
    const after = walletOf(userId)
    expect(after.facts.epoch).toBe(before.facts.epoch + 1)
    expect(after.sets.has(oldSet)).toBe(false)
    expect(stores.vault.sets.has(oldSet)).toBe(false)
    const again = await newDevice(userId)
    expect(await again.ask('recover', {})).toEqual(addresses)
  })

  it('error: has nothing to restore for a user without a wallet', async () => {
    const device = await newDevice(crypto.randomUUID())
    await expect(device.ask('recover', {})).rejects.toMatchObject({ code: 'resource-not-found' })
  })

  it('leaves the first device able to sign, with the same addresses', async () => {
    const { ask, userId, addresses } = await withWallet(stores)
    const device = await newDevice(userId)
    await device.ask('recover', {})
    for (const each of [ask, device.ask]) {
      const rid = crypto.randomUUID()
      const params: [string, string] = ['0x00', addresses.evm]
      const { digest } = await each('prepare', {
        rid,
        request: { method: 'personal_sign', params },
      })
      expect(await each('sign', { rid, digest })).toMatch(/^0x[0-9a-f]{130}$/)
    }
  })
})

describe('recovery by a passkey', () => {
  it('[T97] needs the factor: fails with none, with another one, and with a mode lowered at the login server', async () => {
    const { userId, addresses } = await held()
    const device = await newDevice(userId)
    expect(device.loaded).toMatchObject({ status: 'recover', mode: 'passkey' })
    await expect(device.ask('recover', {})).rejects.toMatchObject(failed)
    await expect(device.ask('recover', { factor: prf(8) })).rejects.toMatchObject(failed)
    walletOf(userId).mode = 'auto'
    await expect(device.ask('recover', {})).rejects.toMatchObject(failed)
    walletOf(userId).mode = 'passkey'
    expect(await device.ask('recover', { factor: prf(7) })).toEqual(addresses)
  })

  it('leaves the vault no share that it can read', async () => {
    const { userId } = await held()
    const rows = [...stores.vault.sets].filter(([, set]) => set.userId === userId)
    expect(rows.length).toBeGreaterThanOrEqual(2)
    for (const [setId, { mode, facts, row }] of rows) {
      expect(mode).toBe('passkey')
      const { walletId, epoch, evm, sol } = facts
      const place = { role: 'rec', userId, walletId, setId, epoch, evm, sol } as const
      const bytes = await openShareRow(stores.kmsB, { place, row })
      expect(bytes[0]).toBe(4)
    }
  })

  it('[T97] returns to automatic recovery only with the factor', async () => {
    const { ask, userId, addresses } = await held()
    await expect(ask('enrolRecovery', { factor: { mode: 'auto' } })).rejects.toMatchObject(failed)
    await expect(
      ask('enrolRecovery', { factor: { mode: 'auto' }, present: prf(1) }),
    ).rejects.toMatchObject(failed)
    expect(walletOf(userId).mode).toBe('passkey')
    await ask('enrolRecovery', { factor: { mode: 'auto' }, present: prf(7) })
    const device = await newDevice(userId)
    expect(await device.ask('recover', {})).toEqual(addresses)
  })

  it('error: fails without a step-up at the login server', async () => {
    const { ask } = await withWallet(stores)
    await expect(ask('enrolRecovery', { factor: prf(7) })).rejects.toMatchObject({
      code: 'action-not-allowed',
    })
  })
})

describe('several factors of one recovery key', () => {
  const passkey = (fill: number) => ({ ...prf(fill), id: `id${fill}` })
  const keyOf = (userId: string) => stores.vault.keys.findLast((one) => one.userId === userId)!
  /** A wallet that two passkeys and a code open. */
  async function heldByThree() {
    const wallet = await held(1)
    const { ask } = wallet
    await ask('changeFactors', { change: { add: passkey(2) }, present: prf(1) })
    const { code: shown } = await ask('enrolRecovery', { factor: { mode: 'new-code' } })
    await ask('changeFactors', { change: { add: code(shown!) }, present: prf(2) })
    return { ...wallet, shown: shown! }
  }

  it('[T97] each opens the wallet alone in a new browser, until it is removed', async () => {
    const { addresses, ask, shown, userId } = await heldByThree()
    for (const factor of [prf(1), prf(2), code(shown)]) {
      const device = await newDevice(userId)
      expect(await device.ask('recover', { factor })).toEqual(addresses)
    }
    const before = keyOf(userId).record.keyId
    await ask('changeFactors', { change: { remove: 'id2' }, present: code(shown) })
    expect(keyOf(userId).record.keyId).toBe(before)
    const device = await newDevice(userId)
    await expect(device.ask('recover', { factor: prf(2) })).rejects.toMatchObject(failed)
    expect(await device.ask('recover', { factor: prf(1) })).toEqual(addresses)
  })

  it('replaces the code by a new one', async () => {
    const { addresses, ask, shown, userId } = await heldByThree()
    const { code: next } = await ask('enrolRecovery', { factor: { mode: 'new-code' } })
    await ask('changeFactors', { change: { add: code(next!) }, present: code(shown) })
    expect(keyOf(userId).record.factors.map(({ id }) => id)).toEqual(['passkey', 'id2', 'code'])
    const device = await newDevice(userId)
    await expect(device.ask('recover', { factor: code(shown) })).rejects.toMatchObject(failed)
    expect(await device.ask('recover', { factor: code(next!) })).toEqual(addresses)
  })

  it('error: changes nothing without a step-up, with a wrong present factor, or for a code that was not shown', async () => {
    const { ask, userId } = await held(1)
    const before = structuredClone(keyOf(userId).record)
    const change = { add: passkey(2) }
    const wrong = { change, present: prf(9) }
    await expect(ask('changeFactors', wrong)).rejects.toMatchObject(failed)
    const unseen = { add: code(encodeRecoveryCode(new Uint8Array(16).fill(3))) }
    await expect(ask('changeFactors', { change: unseen, present: prf(1) })).rejects.toMatchObject({
      code: 'input-invalid',
    })
    stores.auth.steppedUp.delete(userId)
    const right = { change, present: prf(1) }
    await expect(ask('changeFactors', right)).rejects.toMatchObject({ code: 'action-not-allowed' })
    await expect(
      ask('changeFactors', { change: { remove: 'passkey' }, present: prf(1) }),
    ).rejects.toMatchObject({ code: 'action-not-allowed' })
    expect(keyOf(userId).record).toEqual(before)
  })

  it('error: removes an added factor again when the vault returns it changed', async () => {
    const { ask, userId } = await held(1)
    const key = keyOf(userId)
    const before = structuredClone(key.record)
    let record = key.record
    Object.defineProperty(key, 'record', {
      get: () => record,
      set(next: typeof record) {
        const [first, ...added] = next.factors
        const broken = added.map((factor) => ({ ...factor, wrapped: first!.wrapped }))
        record = { ...next, factors: [first!, ...broken] }
      },
    })
    const change = { change: { add: passkey(2) }, present: prf(1) }
    await expect(ask('changeFactors', change)).rejects.toMatchObject(failed)
    expect(key.record).toEqual(before)
  })

  it('wipes both factors', async () => {
    const { ask } = await held(1)
    const [present, add] = [prf(1), passkey(2)]
    await ask('changeFactors', { change: { add }, present })
    expect([...present.secret, ...add.secret].every((byte) => byte === 0)).toBe(true)
  })
})

describe('[T98] a dishonest operator', () => {
  it("error: fails for a wallet that both servers replaced and sealed to the user's own public key", async () => {
    const [victim, attacker] = [await held(7), await withWallet(stores)]
    const [mine, theirs] = [walletOf(victim.userId), walletOf(attacker.userId)]
    const { userId } = victim
    const device = await newDevice(userId)
    const honest = { facts: mine.facts, sets: mine.sets }
    // Both stores hold a wallet whose entropy the operator knows, in the victim's rows.
    const { walletId, epoch, evm, sol } = theirs.facts
    const [setId, set] = [...theirs.sets].find(([, { kind }]) => kind === 'recovery')!
    const from = { userId: attacker.userId, walletId, setId, epoch }
    const to = { ...from, userId }
    const authRow = await sealShareRow(stores.kmsA, {
      place: { role: 'auth', ...to },
      plaintext: await openShareRow(stores.kmsA, {
        place: { role: 'auth', ...from },
        row: set.row,
      }),
    })
    const vaultSet = stores.vault.sets.get(setId)!
    const rec = await openShareRow(stores.kmsB, {
      place: { role: 'rec', ...from, evm, sol },
      row: vaultSet.row,
    })
    const key = stores.vault.keys.findLast((one) => one.userId === userId)!
    const { publicKey: recoveryKey, keyId } = key.record
    const aad = recoveryShareAad({ userId, wallet: theirs.facts, setId, keyId })
    const row = await sealShareRow(stores.kmsB, {
      place: { role: 'rec', ...to, evm, sol },
      plaintext: await sealToRecoveryKey({ plaintext: rec, recoveryKey, aad }),
    })
    Object.assign(vaultSet, { userId, mode: 'passkey', row })
    stores.vault.keys.push({ ...key, walletId })
    mine.facts = { ...theirs.facts }
    mine.sets = new Map([[setId, { ...set, row: authRow }]])

    await expect(device.ask('recover', { factor: prf(7) })).rejects.toMatchObject(failed)
    expect((await device.store.read())!.wallets).toEqual({})

    Object.assign(mine, honest)
    stores.vault.keys.pop()
    expect(await device.ask('recover', { factor: prf(7) })).toEqual(victim.addresses)
  })

  it.each(['evm', 'sol'] as const)(
    'error: restores and changes nothing when both servers name another %s address than the shares give',
    async (name) => {
      const [victim, other] = [await withWallet(stores), await withWallet(stores)]
      const wallet = walletOf(victim.userId)
      const honest = wallet.facts
      const lie = { ...honest, [name]: walletOf(other.userId).facts[name] }
      const [setId] = [...wallet.sets].find(([, { kind }]) => kind === 'recovery')!
      const vaultSet = stores.vault.sets.get(setId)!
      const { facts, row } = vaultSet
      const placeOf = ({ epoch, evm, sol, walletId }: typeof honest) =>
        ({ role: 'rec', userId: victim.userId, walletId, setId, epoch, evm, sol }) as const
      const plaintext = await openShareRow(stores.kmsB, { place: placeOf(honest), row })
      const place = placeOf(lie)
      vaultSet.row = await sealShareRow(stores.kmsB, { place, plaintext })
      vaultSet.facts = lie
      wallet.facts = lie
      const device = await newDevice(victim.userId)
      await expect(device.ask('recover', {})).rejects.toMatchObject(failed)
      expect(walletOf(victim.userId).facts).toEqual(lie)
      expect((await device.store.read())!.wallets).toEqual({})
      Object.assign(vaultSet, { facts, row })
      wallet.facts = honest
      expect(await device.ask('recover', {})).toEqual(victim.addresses)
    },
  )

  it('error: fails when both servers claim `auto` although the user has a factor', async () => {
    const victim = await withWallet(stores)
    const device = await newDevice(victim.userId)
    await expect(device.ask('recover', { factor: prf(7) })).rejects.toMatchObject(failed)
    expect((await device.store.read())!.wallets).toEqual({})
  })

  it('error: seals no share to a public key that a server replaced', async () => {
    const { userId, addresses } = await held()
    const key = stores.vault.keys.findLast((one) => one.userId === userId)!
    const honest = key.record
    const { record: foreign } = stores.vault.keys.find((one) => one.userId !== userId)!
    for (const record of [
      { ...honest, publicKey: foreign.publicKey },
      { ...honest, publicKey: foreign.publicKey, keyId: foreign.keyId },
      foreign,
    ]) {
      key.record = record
      const device = await newDevice(userId)
      const before = stores.log.length
      await expect(device.ask('recover', { factor: prf(7) })).rejects.toMatchObject(failed)
      expect(stores.log.slice(before).filter((line) => line.includes('/recovery/prepare'))).toEqual(
        [],
      )
    }
    key.record = honest
    const device = await newDevice(userId)
    expect(await device.ask('recover', { factor: prf(7) })).toEqual(addresses)
    const record = await device.store.read()
    expect(Object.values(record!.wallets)[0]?.recoveryKey?.keyId).toBe(honest.keyId)
  })
})

describe('recovery by a code', () => {
  it('shows a code, accepts it typed back, and restores the wallet with it', async () => {
    const { ask, userId, addresses } = await withWallet(stores)
    stores.auth.steppedUp.add(userId)
    const { code: shown } = await ask('enrolRecovery', { factor: { mode: 'new-code' } })
    expect(new TextDecoder().decode(shown)).toMatch(/^[0-9A-HJKMNP-TV-Z]{28}$/)
    const other = encodeRecoveryCode(new Uint8Array(16).fill(3))
    await expect(ask('enrolRecovery', { factor: code(other) })).rejects.toMatchObject({
      code: 'input-invalid',
    })
    expect(walletOf(userId).mode).toBe('auto')
    const typed = code(shown!)
    await ask('enrolRecovery', { factor: typed })
    expect(typed.secret.every((byte) => byte === 0)).toBe(true)
    const device = await newDevice(userId)
    await expect(device.ask('recover', { factor: code(other) })).rejects.toMatchObject(failed)
    expect(await device.ask('recover', { factor: code(shown!) })).toEqual(addresses)
  })

  it('reads a code in every way users write it, and detects a mistyped one', () => {
    const secret = decodeBase64Url('AAECAwQFBgcICQoLDA0ODw')
    const shown = new TextDecoder().decode(encodeRecoveryCode(secret))
    const read = (text: string) =>
      encodeBase64Url(decodeRecoveryCode(new TextEncoder().encode(text)))
    const spaced = shown
      .toLowerCase()
      .replace(/(.{4})(?=.)/g, '$1-')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
    expect(read(spaced)).toBe('AAECAwQFBgcICQoLDA0ODw')
    let noticed = 0
    for (let at = 0; at < 28; at++) {
      const letter = shown[at] === 'Z' ? 'Y' : 'Z'
      try {
        read(shown.slice(0, at) + letter + shown.slice(at + 1))
      } catch {
        noticed++
      }
    }
    // Ten check bits miss one mistyped code in 1,024.
    expect(noticed).toBeGreaterThanOrEqual(27)
    for (const bad of ['', shown.slice(1), `${shown}0`, `${shown.slice(0, 27)}!`])
      expect(() => read(bad)).toThrow(expect.objectContaining({ code: 'input-invalid' }))
  })
})
