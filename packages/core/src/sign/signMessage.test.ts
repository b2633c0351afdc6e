import { expect, test } from 'vitest'
import type { Adapter } from '../adapter.ts'
import { connect } from '../connection/connect.ts'
import { alice, gate, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { signMessage } from './signMessage.ts'
import { signTypedData } from './signTypedData.ts'

const typedData = { types: {}, primaryType: 'Mail', message: {} }

async function connected(adapter: Partial<Adapter>) {
  const networks = [testNetwork('eip155:1'), testNetwork('solana:1')]
  const foyer = testFoyer({ networks, adapter })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  return { foyer, wallet }
}

test('asks the wallet with its account, and emits a request', async () => {
  const asked: unknown[] = []
  const { foyer } = await connected({
    async signMessage(parameters) {
      asked.push(parameters)
      return '0xtext'
    },
    async signTypedData(parameters) {
      asked.push(parameters)
      return '0xtyped'
    },
  })
  const kinds: string[] = []
  foyer.events.on('request:end', ({ error, kind }) => kinds.push(`${kind} ${error?.code}`))
  expect(await signMessage(foyer, { message: 'hello' })).toBe('0xtext')
  expect(await signTypedData(foyer, { typedData, namespace: 'eip155' })).toBe('0xtyped')
  const provider = { request: expect.any(Function) }
  expect(asked).toEqual([
    { address: alice, chainId: 'eip155:1', message: 'hello', provider },
    { address: alice, chainId: 'eip155:1', provider, typedData },
  ])
  expect(kinds).toEqual(['sign undefined', 'sign undefined'])
})

test('error: a rejection, an abort', async () => {
  const { foyer } = await connected({
    signMessage: () => Promise.reject({ code: 4001 }),
    signTypedData: () => new Promise(() => {}),
  })
  await expect(signMessage(foyer, { message: 'x' })).rejects.toMatchObject({
    code: 'user-rejected',
  })
  const controller = new AbortController()
  const end = signTypedData(foyer, { typedData, signal: controller.signal })
  controller.abort()
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
})

test('error: a wallet is not asked after an abort', async () => {
  const loaded = gate()
  const ended = gate()
  const { foyer, wallet } = await connected({
    async signMessage({ provider }) {
      await loaded.promise
      const asked = provider.request({ method: 'sign' }).catch(() => {})
      ended.open()
      return String(await asked)
    },
  })
  let isAsked = false
  wallet.provider.request = async () => {
    isAsked = true
  }
  const controller = new AbortController()
  const end = signMessage(foyer, { message: 'x', signal: controller.signal })
  controller.abort()
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  loaded.open()
  await ended.promise
  expect(isAsked).toBe(false)
})

test('error: disconnected, an adapter without signing', async () => {
  const { foyer } = await connected({})
  for (const sign of [
    (namespace: 'eip155' | 'solana') => signMessage(foyer, { message: 'x', namespace }),
    (namespace: 'eip155' | 'solana') => signTypedData(foyer, { typedData, namespace }),
  ]) {
    await expect(sign('solana')).rejects.toMatchObject({ code: 'not-connected' })
    await expect(sign('eip155')).rejects.toMatchObject({ code: 'method-not-supported' })
  }
})
