import { expect, onTestFinished, test } from 'vitest'
import { readBrowser } from './browser.ts'
import { loadPrimitives } from './crypto/loadPrimitives.ts'
import { openWalletConnect } from './openWalletConnect.ts'
import { parsePairingUri } from './pairingUri.ts'

const pairing = {
  networks: [],
  metadata: {
    name: 'Site',
    description: '',
    url: location.origin,
    icons: [],
    sdkType: '',
    sdkVersion: '',
    projectId: '',
  },
  onTaken() {},
  readLink: () => undefined,
}

// No relay runs: tests the page alone.
async function openTab() {
  const projectId = 'browser'
  const relayUrl = 'ws://127.0.0.1:9'
  const tab = await openWalletConnect({ projectId, relayUrl, namespaces: ['eip155'] })
  onTestFinished(() => {
    tab.stop()
    localStorage.clear()
  })
  return tab
}

test('a real page shows a URI without a relay, and keeps its proposal over a reload', async () => {
  const tab = await openTab()
  const stopping = new AbortController()
  const uri = await new Promise<string>((resolve) => {
    void tab.prepare({
      ...pairing,
      onUri: (given) => given && resolve(given.uri),
      signal: stopping.signal,
    })
  })
  stopping.abort()
  const { topic } = parsePairingUri(uri) ?? {}
  expect(topic).toMatch(/^[0-9a-f]{64}$/)
  expect(Object.keys(localStorage).some((key) => key.endsWith(`proposal.${topic}`))).toBe(true)
})

test('one of two tabs owns the socket', async () => {
  const [one, two] = [await openTab(), await openTab()]
  const held = async () =>
    ((await navigator.locks.query()).held ?? []).filter(({ name }) => name?.startsWith('foyer.wc.'))
  await expect.poll(async () => (await held()).map(({ name }) => name)).toHaveLength(3)
  expect((await held()).filter(({ name }) => name?.endsWith('lead'))).toHaveLength(1)
  expect(await one.client.isAlive(two.client.tab)).toBe(true)
  two.stop()
  await expect.poll(() => one.client.isAlive(two.client.tab)).toBe(false)
})

test("this browser's own cryptography and noble's agree", async () => {
  const web = await loadPrimitives(readBrowser().subtle)
  const noble = await loadPrimitives(undefined)
  const key = new Uint8Array(32).fill(7)
  expect(await web.x25519.publicKeyOf(key)).toEqual(await noble.x25519.publicKeyOf(key))
  expect(await web.ed25519.sign(key, key)).toEqual(await noble.ed25519.sign(key, key))
  expect(await web.hkdf(key)).toEqual(await noble.hkdf(key))
  expect(web).not.toBe(noble)
})
