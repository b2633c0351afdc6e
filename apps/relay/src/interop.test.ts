import { devnetAccounts, startEvm } from '@foyer/devnet'
import { expect, onTestFinished, test, vi } from 'vitest'
import { acknowledged, connectPeers } from './connectPeers.test.kit.ts'
import { openStores } from './openStores.test.kit.ts'
import { account, address, namespace, other } from './peerSession.test.kit.ts'
import { start } from './start.ts'
import { type Peer, type PeerVersion, startPeer } from './startPeer.test.kit.ts'

const versions: [dapp: PeerVersion, wallet: PeerVersion][] = [
  ['2.21.8', '2.21.8'],
  ['2.17.1', '2.21.8'],
  ['2.21.8', '2.17.1'],
]

/** A journey of the reference clients on each store. */
for (const [store, open] of Object.entries(openStores))
  test.each(versions)(
    `sign-client %s as site, %s as wallet, with ${store}: pair, approve, request, error, event, update, extend, ping, delete`,
    async (dappVersion, walletVersion) => {
      const relay = await start({ port: 0, ...(await open()) })
      onTestFinished(relay.stop)
      const dapp = await startPeer({ version: dappVersion, relayUrl: relay.url, name: 'site' })
      onTestFinished(dapp.stop)
      const wallet = await startPeer({
        version: walletVersion,
        relayUrl: relay.url,
        name: 'wallet',
      })
      onTestFinished(wallet.stop)
      const session = await connectPeers(dapp, wallet)
      const { topic } = session
      expect(session.namespaces.eip155?.accounts).toEqual([account])

      const signed = new Promise((resolve) => {
        wallet.client.once('session_request', async ({ id, params }) => {
          await wallet.client.respond({
            topic,
            response: { id, jsonrpc: '2.0', result: '0xsigned' },
          })
          resolve(params.request)
        })
      })
      const request = { method: 'personal_sign', params: ['0x68656c6c6f', address] }
      expect(await dapp.client.request({ topic, chainId: 'eip155:1', request })).toBe('0xsigned')
      expect(await signed).toMatchObject(request)

      wallet.client.once('session_request', async ({ id }) => {
        const error = { code: 5000, message: 'User rejected.' }
        await wallet.client.respond({ topic, response: { id, jsonrpc: '2.0', error } })
      })
      await expect(
        dapp.client.request({ topic, chainId: 'eip155:1', request }),
      ).rejects.toMatchObject({ code: 5000 })

      const heard = once(dapp, 'session_event')
      await wallet.client.emit({
        topic,
        chainId: 'eip155:1',
        event: { name: 'chainChanged', data: 1 },
      })
      expect(await heard).toMatchObject({ topic, params: { event: { name: 'chainChanged' } } })

      const updated = once(dapp, 'session_update')
      const namespaces = { eip155: { ...namespace, accounts: [account, other] } }
      await wallet.client.update({ topic, namespaces })
      await acknowledged(wallet.client.core, topic)
      expect(await updated).toMatchObject({ topic, params: { namespaces } })

      const extended = once(dapp, 'session_extend')
      await wallet.client.extend({ topic })
      await acknowledged(wallet.client.core, topic)
      expect(await extended).toMatchObject({ topic })

      const pinged = once(wallet, 'session_ping')
      await dapp.client.ping({ topic })
      await pinged

      const gone = once(wallet, 'session_delete')
      await dapp.client.disconnect({ topic, reason: { code: 6000, message: 'Done' } })
      expect(await gone).toMatchObject({ topic })
    },
  )

test('sign-client 2.21.8 on both sides: reconnects for the next session after it was closed for reading nothing', async () => {
  const metricsToken = 'what-metrics-want-here'
  const relay = await start({ port: 0, metricsToken, limits: { pingMs: 300, idleMs: 1000 } })
  const dapp = await startPeer({ version: '2.21.8', relayUrl: relay.url, name: 'site' })
  const wallet = await startPeer({ version: '2.21.8', relayUrl: relay.url, name: 'wallet' })
  try {
    const { topic } = await connectPeers(dapp, wallet)
    const gone = once(wallet, 'session_delete')
    await dapp.client.disconnect({ topic, reason: { code: 6000, message: 'Done' } })
    await gone
    for (const { client } of [dapp, wallet]) {
      for (const pairing of client.core.pairing.getPairings()) {
        await client.core.pairing.disconnect({ topic: pairing.topic })
      }
    }
    const headers = { Authorization: `Bearer ${metricsToken}` }
    await vi.waitFor(async () => {
      const metrics = await (await fetch(`${relay.httpUrl}/metrics`, { headers })).text()
      expect(metrics).toContain('foyer_relay_sockets 0')
      expect(metrics).toContain('foyer_relay_closed_total{code="4008"}')
    })
    const session = await connectPeers(dapp, wallet)
    expect(session.namespaces.eip155?.accounts).toEqual([account])
  } finally {
    await dapp.stop()
    await wallet.stop()
    await relay.stop()
  }
})

test('sign-client 2.21.8 on both sides: authenticate with one click', async () => {
  const chain = await startEvm({ chainId: 31337, port: 0 })
  const relay = await start({ port: 0 })
  const dapp = await startPeer({ version: '2.21.8', relayUrl: relay.url, name: 'site' })
  const wallet = await startPeer({ version: '2.21.8', relayUrl: relay.url, name: 'wallet' })
  try {
    const signer = devnetAccounts[0]!
    const asked = new Promise<Authenticate>((resolve) =>
      wallet.client.once('session_authenticate', resolve as never),
    )
    const { response, uri } = await dapp.client.authenticate({
      chains: ['eip155:1'],
      domain: 'site.example',
      uri: 'https://site.example',
      nonce: '12345678',
      methods: ['personal_sign'],
    })
    await wallet.client.core.pairing.pair({ uri: uri ?? '' })
    const { id, params } = await asked
    const iss = `did:pkh:eip155:1:${signer.address}`
    const payload = params.authPayload
    const message = wallet.client.formatAuthMessage({ request: payload, iss })
    const s = await signMessage(chain.url, signer.address, message)
    const { aud, domain, iat, nonce, resources, statement, version } = payload
    const p = { aud, domain, iat, nonce, resources, statement, version, iss }
    const auths = [{ h: { t: 'caip122' }, p, s: { t: 'eip191', s } }]
    await wallet.client.approveSessionAuthenticate({ id, auths: auths as never })
    const { auths: given, session } = await response()
    expect(given?.[0]?.p.iss).toBe(iss)
    expect(session?.namespaces.eip155?.accounts).toEqual([`eip155:1:${signer.address}`])
  } finally {
    await dapp.stop()
    await wallet.stop()
    await relay.stop()
    await chain.stop()
  }
})

/** Signs by the unlocked account of a real chain. */
async function signMessage(url: string, signer: string, message: string): Promise<string> {
  const params = [`0x${Buffer.from(message).toString('hex')}`, signer]
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'personal_sign', params }),
  })
  return (await response.json()).result
}

type Authenticate = { id: number; params: { authPayload: AuthPayload } }
type AuthPayload = Parameters<Peer['client']['formatAuthMessage']>[0]['request']

function once(peer: Peer, event: Parameters<Peer['client']['once']>[0]) {
  return new Promise((resolve) => peer.client.once(event, resolve as never))
}
