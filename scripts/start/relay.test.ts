import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start as startApi } from '@foyer/api'
import { freePort } from '@foyer/devnet'
import { expect, onTestFinished, test } from 'vitest'
import { addressesOf, demoProjectId } from './addresses.ts'
import type { PartSettings } from './part.ts'
import { run } from './relay.ts'
import { makeSecrets, readSecret } from './secrets.ts'

/** A client's token for a relay at `aud`. */
function clientToken(aud: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const bytes = Buffer.from([0xed, 0x01, ...Buffer.from(x, 'base64url')])
  let did = ''
  for (let value = BigInt(`0x${bytes.toString('hex')}`); value > 0n; value /= 58n)
    did = alphabet[Number(value % 58n)] + did
  const iat = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: `did:key:z${did}`, sub: 'a'.repeat(64), aud, iat, exp: iat + 3600 }
  const text = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
}

test('[T108] the relay of npm start accepts only its own URL, known projects and their origins', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-relay-part-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await makeSecrets(folder)
  const ports = { api: await freePort(), relay: await freePort(), site: 4000 }
  const settings = { ports, folder } as unknown as PartSettings
  const { relay: relayUrl, site } = addressesOf(settings)
  const api = await startApi({
    port: ports.api,
    projects: [{ id: demoProjectId, name: 'Demo', origins: [site] }],
    serviceToken: await readSecret(folder, 'api', 'SERVICE_TOKEN'),
  })
  onTestFinished(() => api.stop())
  const relay = await run(settings, () => {})
  onTestFinished(() => relay.stop())

  const connect = ({ aud = relayUrl, origin = site, projectId = demoProjectId }) =>
    new Promise<number>((resolve, reject) => {
      const query = new URLSearchParams({ auth: clientToken(aud), projectId })
      const asked = request({
        ...{ host: '127.0.0.1', port: ports.relay, path: `/?${query}` },
        headers: {
          ...{ Origin: origin, Connection: 'Upgrade', Upgrade: 'websocket' },
          ...{ 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'a'.repeat(22).concat('==') },
        },
      })
      asked.on('upgrade', (response, socket) => {
        socket.destroy()
        resolve(response.statusCode ?? 0)
      })
      asked.on('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      asked.on('error', reject)
      asked.end()
    })
  expect(await connect({})).toBe(101)
  expect(await connect({ aud: 'wss://another-relay.example' })).toBe(401)
  expect(await connect({ projectId: 'nobody' })).toBe(401)
  expect(await connect({ origin: 'https://evil.example' })).toBe(403)
})
