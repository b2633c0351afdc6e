import { openShareRow, sealShareRow } from '@foyer/protocol/custody'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorker, signIn, withWallet } from '../keyWorker.test.kit.ts'
import { type DeviceStore, memoryStore } from '../store/deviceStore.ts'
import { type Stores, startStores } from '../stores.test.kit.ts'

let stores: Stores
beforeAll(async () => {
  stores = await startStores()
})
afterAll(() => stores.stop())

/** A device that dies after a number of calls and writes: their effects stay, the last answer is never seen. */
function mortal(stepsLeft: number) {
  const steps: string[] = []
  const store = memoryStore()
  const step = async <result>(name: string, run: () => Promise<result>): Promise<result> => {
    if (steps.length >= stepsLeft) throw new Error('dead')
    const result = await run()
    steps.push(name)
    if (steps.length >= stepsLeft) throw new Error('dead')
    return result
  }
  const dying: DeviceStore = {
    kind: 'memory',
    read: store.read,
    update: (change) => step('write', () => store.update(change)),
  }
  const dyingFetch: typeof fetch = (input, init) =>
    step(new URL(String(input)).pathname, () => fetch(input, init))
  return { store, dying, dyingFetch, steps }
}

async function dieAt(count: number) {
  const userId = crypto.randomUUID()
  const device = mortal(count)
  // The sign-in happens before the first counted step.
  await signIn(stores, userId, { store: device.store })
  const options = { store: device.dying, fetch: device.dyingFetch }
  const worker = await openWorker(stores, options)
  const created = await worker.ask('create', {}).catch(() => undefined)
  return { userId, created, ...device }
}

describe('a crash during the creation of a wallet', () => {
  it('[T95] never leaves an address without recoverable shares, whatever the last step was', async () => {
    const whole = await dieAt(Number.POSITIVE_INFINITY)
    expect(whole.created).toBeDefined()
    const commits = whole.steps.filter((name) => name.endsWith('commit'))
    expect(commits).toEqual(['/v1/shares/recovery/commit', '/v1/shares/auth/commit'])
    expect(new Set(whole.steps)).toContain('/v1/shares/auth/prepare')
    // Eight steps create the wallet; the others fetch tokens, nonces and the status.
    expect(whole.steps.length).toBeGreaterThanOrEqual(8)
    const outcomes = { none: 0, live: 0 }
    for (let count = 1; count <= whole.steps.length; count++) {
      const { userId, created, store } = await dieAt(count)
      const live = stores.auth.wallets.find((wallet) => wallet.userId === userId)
      outcomes[live ? 'live' : 'none']++
      if (live) {
        const other = await signIn(stores, userId)
        stores.approve(userId, other.loaded.jkt)
        expect(await other.ask('recover', {})).toEqual({ evm: live.facts.evm, sol: live.facts.sol })
      } else expect(created).toBeUndefined()
      // The device itself can continue too, with the existing wallet or a new one.
      const again = await openWorker(stores, { store })
      const loaded = await again.ask('load', { ticket: stores.ticketFor(userId) })
      expect(loaded.status).toBe(live ? 'ready' : 'create')
      const addresses = await again.ask(live ? 'addresses' : 'create', {})
      if (live) expect(addresses).toEqual({ evm: live.facts.evm, sol: live.facts.sol })
      const rid = crypto.randomUUID()
      const params: [string, string] = ['0x00', addresses.evm]
      const { digest } = await again.ask('prepare', {
        rid,
        request: { method: 'personal_sign', params },
      })
      expect(await again.ask('sign', { rid, digest })).toMatch(/^0x[0-9a-f]{130}$/)
    }
    expect(outcomes.none).toBeGreaterThanOrEqual(6)
    expect(outcomes.live).toBeGreaterThanOrEqual(1)
  })

  it('when two tabs create a wallet at once, one succeeds and the other recovers the same wallet', async () => {
    const userId = crypto.randomUUID()
    const tabs = await Promise.all([signIn(stores, userId), signIn(stores, userId)])
    const results = await Promise.allSettled(tabs.map(({ ask }) => ask('create', {})))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(stores.auth.wallets.filter((wallet) => wallet.userId === userId)).toHaveLength(1)
    const winner = results.findIndex(({ status }) => status === 'fulfilled')
    const loser = tabs[1 - winner]!
    stores.approve(userId, loser.loaded.jkt)
    const addresses = await tabs[winner]!.ask('addresses', {})
    await expect(loser.ask('addresses', {})).rejects.toMatchObject({ code: 'not-connected' })
    expect(await loser.ask('recover', {})).toEqual(addresses)
  })

  it('the wallet signs in both tabs of a device when the other tab saw no wallet just before the commit', async () => {
    const userId = crypto.randomUUID()
    const { store } = await signIn(stores, userId)
    const other = await openWorker(stores, { store })
    const seen: string[] = []
    const slow: typeof fetch = async (input, init) => {
      if (String(input).endsWith('/auth/commit'))
        seen.push((await other.ask('load', { ticket: stores.ticketFor(userId) })).status)
      return fetch(input, init)
    }
    const tab = await openWorker(stores, { store, fetch: slow })
    await tab.ask('load', { ticket: stores.ticketFor(userId) })
    const addresses = await tab.ask('create', {})
    expect(seen).toEqual(['create'])
    for (const { ask } of [tab, other]) {
      expect(await ask('addresses', {})).toEqual(addresses)
      const rid = crypto.randomUUID()
      const params: [string, string] = ['0x00', addresses.evm]
      const { digest } = await ask('prepare', {
        rid,
        request: { method: 'personal_sign', params },
      })
      expect(await ask('sign', { rid, digest })).toMatch(/^0x[0-9a-f]{130}$/)
    }
  })
})

describe('a wallet being created', () => {
  it('is rejected when a store returns a share other than the one it received', async () => {
    const userId = crypto.randomUUID()
    const spoilt: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (String(input).endsWith('/recovery/prepare') && response.ok)
        for (const [setId, set] of stores.vault.sets) {
          if (set.userId !== userId) continue
          const { walletId, epoch, evm, sol } = set.facts
          const place = { role: 'rec', userId, walletId, setId, epoch, evm, sol } as const
          const plaintext = await openShareRow(stores.kmsB, { place, row: set.row })
          plaintext[40]! ^= 1
          set.row = await sealShareRow(stores.kmsB, { place, plaintext })
        }
      return response
    }
    const device = await signIn(stores, userId, { fetch: spoilt })
    await expect(device.ask('create', {})).rejects.toMatchObject({ code: 'recovery-failed' })
    expect(stores.auth.wallets.some((wallet) => wallet.userId === userId)).toBe(false)
  })

  it('is returned again by a repeated request', async () => {
    const { ask, addresses } = await withWallet(stores)
    expect(await ask('create', {})).toEqual(addresses)
  })
})
