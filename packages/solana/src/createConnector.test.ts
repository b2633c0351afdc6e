import type { Connector } from '@foyer/core'
import { connect, createFoyer, disconnect, readAccount, signMessage } from '@foyer/core'
import { afterEach, expect, test, vi } from 'vitest'
import { createConnector } from './createConnector.ts'
import { solanaLocalnet } from './networks.ts'
import { createNodeWallet, person } from './nodeWallet.test.kit.ts'
import { createRegistration } from './registration.ts'
import { solana } from './solana.ts'

const people = [person('alice'), person('bob')]
const [alice, bob] = [person('alice').address, person('bob').address]
afterEach(() => {
  vi.useRealTimers()
})

function connectorOf(made: ReturnType<typeof createNodeWallet>): Connector {
  return createConnector({
    id: 'test',
    name: 'Test',
    imageUrl: undefined,
    registration: createRegistration(made.wallet),
  })
}
const testFoyer = () =>
  createFoyer({ projectId: 'test', adapters: [solana()], networks: [solanaLocalnet] })

test('a user connects, signs, changes the account in the wallet, and disconnects', async () => {
  const made = createNodeWallet({ people })
  const foyer = testFoyer()
  await connect(foyer, { connector: connectorOf(made) })
  expect(readAccount(foyer)).toMatchObject({
    status: 'connected',
    address: alice,
    chainId: solanaLocalnet.caipNetworkId,
  })
  expect(readAccount(foyer).allAccounts.map(({ address }) => address)).toEqual([alice, bob])
  expect(await signMessage(foyer, { message: 'hello' })).toMatch(/^[1-9A-Za-z]{64,88}$/)
  made.emit({ accounts: made.everyone.slice(1) })
  expect(readAccount(foyer).address).toBe(bob)
  await disconnect(foyer)
  expect(readAccount(foyer).status).toBe('disconnected')
  expect(made.names()).toEqual(['connect', 'signMessage', 'disconnect'])
})

test('a wallet without remaining accounts disconnects', async () => {
  const made = createNodeWallet({ people })
  const foyer = testFoyer()
  await connect(foyer, { connector: connectorOf(made) })
  made.emit({ accounts: [] })
  expect(readAccount(foyer).status).toBe('disconnected')
})

test('disconnects from a wallet without a disconnect feature', async () => {
  const made = createNodeWallet({ people })
  made.wallet.features['standard:disconnect'] = undefined
  const connector = connectorOf(made)
  await connector.disconnect({ namespace: 'solana' })
  expect(made.calls).toEqual([])
})

test('disconnects from a wallet that does not answer, after 2.5 s', async () => {
  vi.useFakeTimers()
  const made = createNodeWallet({ people, answers: { disconnect: () => new Promise(() => {}) } })
  const ended = vi.fn()
  const ending = connectorOf(made).disconnect({ namespace: 'solana' }).then(ended)
  await vi.advanceTimersByTimeAsync(2_400)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  await ending
  expect(ended).toHaveBeenCalledOnce()
})

test('error: a wallet that rejects the disconnect', async () => {
  const made = createNodeWallet({
    people,
    answers: {
      disconnect() {
        throw 'no'
      },
    },
  })
  await expect(connectorOf(made).disconnect({ namespace: 'solana' })).rejects.toMatchObject({
    code: 'disconnect-failed',
    cause: 'no',
  })
})

test('watch returns a no-op while disconnected', () => {
  const made = createNodeWallet({ people })
  const stop = connectorOf(made).watch({
    namespace: 'solana',
    listener: { onAccounts() {}, onChain() {}, onScope() {}, onDisconnect() {} },
  })
  expect(stop()).toBeUndefined()
  expect(made.listenerCount()).toBe(0)
})

test('a preloaded connector asks its wallet synchronously', async () => {
  const made = createNodeWallet({ people })
  const connector = connectorOf(made)
  await connector.load?.()
  const connecting = connect(testFoyer(), { connector })
  expect(made.names()).toEqual(['connect'])
  await connecting
})
