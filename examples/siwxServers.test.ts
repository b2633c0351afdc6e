import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatSignIn } from '@foyer/protocol/signIn'
import { serve } from '@hono/node-server'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterEach, expect, test, vi } from 'vitest'
import { createApp as createExpress } from './siwx-express/createApp.ts'
import { createApp as createHono } from './siwx-hono/createApp.ts'

const secret = 'a secret of the test, with 32 characters'
/** The origin that browsers see; the servers listen behind it. */
const origin = 'https://app.example'
const servers: Server[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})
const urlOf = async (server: Server) => {
  servers.push(server)
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** A browser: keeps cookies. */
function browserOf(ask: Ask): Ask {
  const jar = new Map<string, string>()
  return async (path, init = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await ask(path, {
      ...init,
      headers: { origin, 'content-type': 'application/json', ...(cookie && { cookie }) },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return answer
  }
}

const user = privateKeyToAccount(generatePrivateKey())
const parts = {
  domain: 'app.example',
  address: user.address,
  uri: origin,
  version: '1',
  issuedAt: '2026-01-01T00:00:00Z',
} as const

async function signsIn(ask: Ask): Promise<void> {
  const browser = browserOf(ask)
  expect((await browser('/members')).status).toBe(401)
  const { nonce } = (await (await browser('/siwx/nonce')).json()) as { nonce: string }
  const ours = formatSignIn({ ...parts, nonce, chainId: 'eip155:1' })
  // Another library writes the same.
  expect(
    createSiweMessage({ ...parts, nonce, chainId: 1, issuedAt: new Date(parts.issuedAt) }),
  ).toBe(ours.replace('00:00:00Z', '00:00:00.000Z'))
  const body = JSON.stringify({
    message: ours,
    signature: await user.signMessage({ message: ours }),
  })
  const verified = await browser('/siwx/verify', { method: 'POST', body })
  expect(await verified.json()).toMatchObject({
    session: { accounts: [{ address: user.address }] },
  })
  expect(await (await browser('/members')).json()).toEqual({ hello: user.address })
  // The nonce was used.
  expect((await browser('/siwx/verify', { method: 'POST', body })).status).toBe(401)
  expect((await browser('/siwx/sign-out', { method: 'POST', body: '{}' })).status).toBe(200)
  expect((await browser('/members')).status).toBe(401)
}

test('the example of Hono signs a user in and out', async () => {
  const app = createHono({ origin, secret })
  const url = await urlOf(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server)
  await signsIn((path, init) => fetch(url + path, init))
})

test('the example of Express signs a user in and out', async () => {
  const app = createExpress({ origin, secret })
  const url = await urlOf(app.listen(0, '127.0.0.1'))
  await signsIn((path, init) => fetch(url + path, init))
})

test('the route handlers of the example of Next sign a user in and out', async () => {
  vi.stubEnv('SIWX_ORIGIN', origin)
  vi.stubEnv('SIWX_SECRET', secret)
  const [calls, members] = await Promise.all([
    import('./siwx-next/app/siwx/[...path]/route.ts'),
    import('./siwx-next/app/members/route.ts'),
  ])
  await signsIn((path, init) => {
    const request = new Request(origin + path, init)
    if (path === '/members') return members.GET(request)
    return init?.method === 'POST' ? calls.POST(request) : calls.GET(request)
  })
})
