import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { walletConnect } from './walletConnect.ts'

test('is a connector with one session for both namespaces, and does nothing until used', () => {
  const connector = walletConnect({ projectId: 'site' })
  expect(connector).toMatchObject({
    id: 'walletConnect',
    type: 'WALLET_CONNECT',
    namespaces: ['eip155', 'solana'],
    sharesSession: true,
  })
  const listener = { onAccounts() {}, onChain() {}, onScope() {}, onDisconnect() {} }
  expect(connector.watch({ namespace: 'eip155', listener })()).toBeUndefined()
})

const metadata = {
  name: '',
  description: '',
  url: '',
  icons: [],
  sdkType: '',
  sdkVersion: '',
  projectId: 'of the site',
}

test('uses the public relay with its own project id by default', async () => {
  const dialled: URL[] = []
  vi.stubGlobal('WebSocket', function dial(url: string) {
    dialled.push(new URL(url))
    return { readyState: 0, send() {}, close() {} }
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const connector = walletConnect({ projectId: 'of the relay' })
  const stopping = new AbortController()
  const { signal } = stopping
  const parts = { networks: [], metadata, onUri() {}, onTaken() {}, readLink: () => undefined }
  void connector.prepare?.({ ...parts, signal })
  await vi.waitFor(() => expect(dialled).toHaveLength(1))
  stopping.abort()
  const { client } = await connector.open()
  client.stop()
  expect(dialled[0]?.origin).toBe('wss://relay.walletconnect.org')
  expect(dialled[0]?.searchParams.get('projectId')).toBe('of the relay')
})

test('opens once, and rejects with not-connected when nothing is stored', async () => {
  const connector = walletConnect({ projectId: 'site', relayUrl: 'ws://127.0.0.1:9' })
  const [one, two] = await Promise.all([connector.open(), connector.open()])
  expect(one).toBe(two)
  expect(await connector.open()).toBe(one)
  const watching = connector.watch({
    namespace: 'eip155',
    listener: { onAccounts() {}, onChain() {}, onScope() {}, onDisconnect() {} },
  })
  watching()
  await expect(
    connector.connect({
      namespace: 'eip155',
      chainId: undefined,
      silent: true,
      signal: new AbortController().signal,
      networks: [],
      metadata,
      onUri() {},
      onTaken() {},
      onPending() {},
      readLink: () => undefined,
    }),
  ).rejects.toMatchObject({ code: 'not-connected' })
  one.client.stop()
})

test('its file imports only types statically', () => {
  const source = readFileSync(join(import.meta.dirname, 'walletConnect.ts'), 'utf8')
  const imports = source.split('\n').filter((line) => line.startsWith('import '))
  expect(imports.length).toBeGreaterThan(2)
  for (const line of imports) expect(line).toMatch(/^import type /)
})
