import { FoyerError } from '@foyer/protocol'
import { type DeviceV1, type LiveWallet, revokeSessions } from '@foyer/protocol/custody'
import { expect, test } from 'vitest'
import type { Session } from '../http/createSession.ts'
import { memoryStore } from '../store/deviceStore.ts'
import { loadWallet } from './loadWallet.ts'
import type { WalletContext } from './walletContext.ts'

const userId = 'user'
const live = {
  ...{ walletId: 'w', epoch: 1, fp: 'fp', evm: '0x1', sol: 's1', mode: 'passkey' },
  ...{ recoverySetId: 'r', deviceSetId: 'd' },
} as LiveWallet
const own = { userId, setId: 'd', epoch: 1, committedAt: 5, fp: 'fp', evm: '0x1', sol: 's1' }
const unauthorized = new FoyerError('unauthorized')
const offline = new FoyerError('http-failed')

/** A device whose server answers as a test says, and what it was told. */
function open({
  device = {},
  isOpen = [true],
  revoke = () => {},
  status = { userId, wallet: null },
}: {
  device?: Partial<DeviceV1> | undefined
  /** The answers of `isOpen`, in turn. */
  isOpen?: boolean[]
  revoke?: () => void
  status?: { userId: string; wallet: LiveWallet | null } | Error
} = {}) {
  const store = memoryStore({ v: 1, wallets: {}, ...device } as DeviceV1)
  const told: unknown[] = []
  const session: Partial<Session> = {
    isOpen: async () => isOpen.shift() ?? expect.fail('asked too often'),
    logIn: async (ticket) => void told.push(ticket),
    async call() {
      if (status instanceof Error) throw status
      return status as never
    },
  }
  const auth = {
    async call(endpoint: unknown, body: unknown) {
      expect(endpoint).toBe(revokeSessions)
      told.push(body)
      revoke()
    },
  }
  return { context: { auth, session, store } as unknown as WalletContext, store, told }
}

test('tells a signed-in user to create, recover or use a wallet on this device', async () => {
  expect(await loadWallet(open().context, {})).toEqual({ status: 'create', userId })
  const status = { userId, wallet: live }
  expect(await loadWallet(open({ status }).context, {})).toEqual({
    ...{ status: 'recover', userId, mode: 'passkey' },
  })
  const device = { wallets: { w: own } } as never
  expect(await loadWallet(open({ status, device }).context, {})).toEqual({
    ...{ status: 'ready', userId, mode: 'passkey', addresses: { evm: '0x1', sol: 's1' } },
  })
})

test('logs in with a ticket; without one, only continues an open session', async () => {
  const fresh = open({ isOpen: [] })
  expect(await loadWallet(fresh.context, { ticket: 't' })).toEqual({ status: 'create', userId })
  expect(fresh.told).toEqual(['t'])
  const closed = open({ isOpen: [false], status: offline })
  expect(await loadWallet(closed.context, {})).toEqual({ status: 'signed-out' })
})

test('reports a signed-out user when the server has ended the session in the meantime', async () => {
  const ended = open({ isOpen: [true, false], status: unauthorized })
  expect(await loadWallet(ended.context, {})).toEqual({ status: 'signed-out' })
  const kept = open({ isOpen: [true, true], status: unauthorized })
  await expect(loadWallet(kept.context, {})).rejects.toBe(unauthorized)
  for (const status of [offline, Object.assign(new Error('no'), { code: 'unauthorized' })])
    await expect(loadWallet(open({ status }).context, {})).rejects.toBe(status)
})

test('reports sessions that were ended on this device until the server has received them', async () => {
  const pendingRevoke = ['s1', 's2']
  const unreachable = open({
    device: { pendingRevoke },
    revoke: () => {
      throw offline
    },
  })
  expect(await loadWallet(unreachable.context, {})).toEqual({ status: 'create', userId })
  expect((await unreachable.store.read())?.pendingRevoke).toEqual(pendingRevoke)
  const failure = new TypeError('no')
  const broken = open({
    device: { pendingRevoke },
    revoke: () => {
      throw failure
    },
  })
  await expect(loadWallet(broken.context, {})).rejects.toBe(failure)
  const heard = open({ device: { pendingRevoke } })
  await loadWallet(heard.context, {})
  expect(heard.told).toEqual([{ sids: pendingRevoke }])
  expect(await heard.store.read()).not.toHaveProperty('pendingRevoke')
  await loadWallet(open({ device: { pendingRevoke: [] }, revoke: expect.fail }).context, {})
})

test('keeps what another tab wrote while the server was being notified', async () => {
  const pendingRevoke = ['s1']
  const added = open({
    device: { pendingRevoke },
    revoke: () => void added.store.update((now) => now && { ...now, pendingRevoke: ['s1', 's2'] }),
  })
  await loadWallet(added.context, {})
  expect((await added.store.read())?.pendingRevoke).toEqual(['s2'])
  const deleted = open({
    device: { pendingRevoke },
    revoke: () => void deleted.store.update(() => undefined),
  })
  await loadWallet(deleted.context, {})
  expect(await deleted.store.read()).toBeUndefined()
})
