import { generateKeyPairSync } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTokenVerifier, customLogins } from '@foyer/server/tokens'
import { serve } from '@hono/node-server'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from './custom-login-hono/createApp.ts'

const origin = 'https://app.example'
const audience = 'https://id.example'
const privateKey = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }),
)

test('the login server and the vault accept the token of the example, and only its users get one', async () => {
  const readUser = ({ headers }: Request) => headers.get('cookie') ?? undefined
  const app = await createApp({ origin, audience, privateKey, readUser })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const jwksUrl = `${url}/wallet/jwks`
  const setting = [{ id: 'app', projects: ['app'], issuer: origin, audience, jwksUrl }]
  const [rules] = v.parse(customLogins, JSON.stringify(setting))
  const keys = await fetch(jwksUrl)
  expect(await keys.text()).not.toContain('"d"')
  const ask = (headers: Record<string, string>) =>
    fetch(`${url}/wallet/token`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ nonce: 'n-1' }),
    })
  expect((await ask({ origin })).status).toBe(401)
  expect((await ask({ origin: 'https://evil.example', cookie: 'user-7' })).status).toBe(403)
  const { token } = (await (await ask({ origin, cookie: 'user-7' })).json()) as { token: string }
  const claims = await createTokenVerifier(rules!, Date.now)(token)
  expect(claims).toMatchObject({ sub: 'user-7', nonce: 'n-1' })
})
