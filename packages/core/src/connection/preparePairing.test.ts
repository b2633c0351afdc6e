import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import type { Connector } from '../connector/connector.ts'
import { findPairingConnector } from '../connector/findPairingConnector.ts'
import { noPairing } from '../pairing.ts'
import { gate, settled, testFoyer, testWallet } from '../testFoyer.test.kit.ts'
import { cancelConnect } from './cancelConnect.ts'
import { confirmConnections } from './confirmConnections.ts'
import { connect } from './connect.ts'
import { preparePairing } from './preparePairing.ts'
import { resetConnection } from './resetConnection.test.kit.ts'
import { setWalletLink } from './setWalletLink.ts'

type Prepared = Parameters<NonNullable<Connector['prepare']>>[0]

function make() {
  const asked: (Prepared & ReturnType<typeof gate<void>>)[] = []
  const wallet = testWallet('wc', {
    type: 'WALLET_CONNECT',
    prepare(parameters) {
      const end = gate()
      asked.push({ ...parameters, ...end })
      return end.promise
    },
  })
  const foyer = testFoyer({ connectors: [wallet.connector] })
  return { asked, foyer, pairing: () => foyer.store.get().pairing, wallet }
}

test('[3.5] all callers share one URI, which is renewed until the last one stops', async () => {
  const { asked, foyer, pairing, wallet } = make()
  expect(findPairingConnector(foyer)).toBe(wallet.connector)
  const stops = [preparePairing(foyer), preparePairing(foyer)]
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ metadata: { projectId: 'project' }, networks: [{}] })
  asked[0]?.onUri({ uri: 'wc:1', expiresAt: 5 })
  expect(pairing()).toEqual({ ...noPairing, wcUri: 'wc:1', wcPairingExpiry: 5 })
  asked[0]?.onUri({ uri: 'wc:2', expiresAt: 9 })
  expect(pairing()).toMatchObject({ wcUri: 'wc:2', wcPairingExpiry: 9 })
  stops[0]?.()
  stops[0]?.()
  await settled()
  expect(asked[0]?.signal.aborted).toBe(false)
  stops[1]?.()
  await settled()
  expect(asked[0]?.signal.aborted).toBe(true)
  expect(pairing()).toEqual(noPairing)
  asked[0]?.onUri({ uri: 'wc:late', expiresAt: 9 })
  expect(pairing()).toEqual(noPairing)
})

test('keeps the URI if another caller starts in the same task in which the last one stops', async () => {
  const { asked, foyer, pairing } = make()
  const stop = preparePairing(foyer)
  asked[0]?.onUri({ uri: 'wc:1', expiresAt: 5 })
  stop()
  preparePairing(foyer)
  await settled()
  expect([asked.length, pairing().wcUri]).toEqual([1, 'wc:1'])
})

test('[3.5] error: reports a failure, and the next call retries', async () => {
  const { asked, foyer, pairing } = make()
  preparePairing(foyer)
  asked[0]?.fail(Object.assign(new Error('relay'), { code: -32603 }))
  await settled()
  expect(pairing()).toMatchObject({ wcUri: undefined, wcError: { name: 'FoyerError' } })
  preparePairing(foyer)
  expect([asked.length, pairing().wcError]).toEqual([2, undefined])
  asked[1]?.onUri({ uri: 'wc:2', expiresAt: 9 })
  expect(pairing()).toMatchObject({ wcUri: 'wc:2', wcError: undefined })
})

test('the next call replaces a URI that has ended, whose late events change nothing', async () => {
  const { asked, foyer, pairing } = make()
  const stop = preparePairing(foyer)
  asked[0]?.onUri({ uri: 'wc:1', expiresAt: 5 })
  asked[0]?.open()
  await settled()
  expect(pairing()).toEqual(noPairing)
  stop()
  const second = preparePairing(foyer)
  second()
  await settled()
  preparePairing(foyer)
  asked[2]?.onUri({ uri: 'wc:3', expiresAt: 5 })
  asked[1]?.fail(new Error('late'))
  await settled()
  expect(asked).toHaveLength(3)
  expect(pairing()).toMatchObject({ wcUri: 'wc:3', wcError: undefined })
  expect(foyer.running.preparing).toBeDefined()
})

test('stopping keeps the URI while a wallet connects, but not during a silent attempt', async () => {
  const { asked, foyer, pairing, wallet } = make()
  const stop = preparePairing(foyer)
  asked[0]?.onUri({ uri: 'wc:1', expiresAt: 5 })
  wallet.answer = () => new Promise(() => {})
  const end = connect(foyer, { connector: wallet.connector })
  stop()
  await settled()
  expect(pairing()).toMatchObject({ wcUri: 'wc:1', wcPairingExpiry: 5 })
  cancelConnect(foyer)
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  expect(pairing()).toEqual(noPairing)
  const again = preparePairing(foyer)
  asked[1]?.onUri({ uri: 'wc:2', expiresAt: 5 })
  void confirmConnections(foyer, [{ connector: wallet.connector, namespace: 'eip155' }])
  again()
  await settled()
  expect(pairing()).toEqual(noPairing)
})

test('the next URI clears the error', async () => {
  const { asked, foyer, pairing, wallet } = make()
  preparePairing(foyer)
  asked[0]?.fail(new Error('relay'))
  await settled()
  wallet.answer = async ({ onUri }) => {
    const wcError = pairing().wcError ?? new FoyerError('http-failed')
    foyer.store.set((state) => ({ ...state, pairing: { ...state.pairing, wcError } }))
    onUri({ uri: 'wc:1', expiresAt: 5 })
    return new Promise(() => {})
  }
  connect(foyer, { connector: wallet.connector }).catch(() => {})
  await settled()
  expect(pairing()).toMatchObject({ wcUri: 'wc:1', wcError: undefined })
})

test('error: a connector that throws synchronously', async () => {
  const { foyer, pairing, wallet } = make()
  wallet.connector.prepare = () => {
    throw new Error('no')
  }
  preparePairing(foyer)
  await settled()
  expect(pairing().wcError).toMatchObject({ name: 'FoyerError' })
})

test('does nothing without a pairing connector', () => {
  const foyer = testFoyer()
  preparePairing(foyer)()
  expect([findPairingConnector(foyer), foyer.store.get().pairing]).toEqual([undefined, noPairing])
})

test('[3.5] buffering is true from the wallet receiving the URI until the session', async () => {
  const { asked, foyer, pairing, wallet } = make()
  preparePairing(foyer)
  asked[0]?.onUri({ uri: 'wc:1', expiresAt: 5 })
  const answer = gate()
  const given: Connector.ConnectParameters[] = []
  wallet.answer = async (parameters) => {
    given.push(parameters)
    await answer.promise
    return wallet.session
  }
  const end = connect(foyer, { connector: wallet.connector, wallet: { id: 'chosen' } })
  // The wallet uses the prepared URI.
  expect(pairing()).toMatchObject({
    wcUri: 'wc:1',
    buffering: false,
    recentWallet: { id: 'chosen' },
  })
  setWalletLink(foyer, { name: 'Chosen', href: 'chosen://' })
  expect(given[0]?.readLink()).toEqual({ name: 'Chosen', href: 'chosen://' })
  given[0]?.onTaken()
  asked[0]?.onUri(undefined)
  expect(pairing()).toMatchObject({ wcUri: undefined, buffering: true })
  answer.open()
  await end
  expect(pairing()).toMatchObject({ buffering: false, wcLinking: { href: 'chosen://' } })
  expect(foyer.store.get().recentWallets).toEqual([{ id: 'chosen' }])
  given[0]?.onTaken()
  expect(pairing().buffering).toBe(false)
})

test('[4.3] a reset clears the URI, its expiry and the deep link', async () => {
  const { foyer, pairing, wallet } = make()
  wallet.answer = async ({ onTaken, onUri }) => {
    onUri({ uri: 'wc:1', expiresAt: 5 })
    onTaken()
    return new Promise(() => {})
  }
  const end = connect(foyer, { connector: wallet.connector })
  setWalletLink(foyer, { name: 'W', href: 'w://' })
  expect(pairing()).toMatchObject({ wcUri: 'wc:1', wcPairingExpiry: 5, buffering: true })
  resetConnection(foyer, 'eip155')
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  expect(pairing()).toEqual(noPairing)
})

test('[8.21] a server message about the configuration raises an alert for every caller', async () => {
  const failure = new FoyerError('relay-refused', { cause: new Error('Unauthorized: invalid key') })
  const { connector } = testWallet('pair', {
    type: 'WALLET_CONNECT',
    prepare: () => Promise.reject(failure),
    connect: () => Promise.reject(failure),
  })
  for (const ask of [
    async (foyer: ReturnType<typeof testFoyer>) => void preparePairing(foyer),
    (foyer: ReturnType<typeof testFoyer>) => connect(foyer, { connector }).catch(() => {}),
  ]) {
    const foyer = testFoyer({ connectors: [connector] })
    await ask(foyer)
    await settled()
    expect(foyer.store.get().alerts.map(({ code }) => code)).toEqual(['project-id-invalid'])
  }
})
