import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { HttpError } from '../http/httpError.ts'
import { createTokenVerifier } from './createTokenVerifier.ts'

const rules = { issuer: 'https://acme.example', audience: 'wallet', algorithms: ['ES256'] }

afterEach(() => void vi.useRealTimers())

/** A key pair with its public half as a key set. */
async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' },
    sign: () => {
      const iat = Math.floor(Date.now() / 1000)
      const { audience: aud, issuer: iss } = rules
      return new SignJWT({ iss, aud, sub: 'ann', iat, exp: iat + 60 })
        .setProtectedHeader({ alg: 'ES256', kid })
        .sign(privateKey)
    },
  }
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`
}

test.each(['url', 'file'] as const)(
  'reads a new key of the %s at once, but not more often than every 30 s, and forgets an old one within 10 min',
  async (kind) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const [first, second, third] = [await newKey('1'), await newKey('2'), await newKey('3')]
    let keys = [first.jwk]
    let reads = 0
    const jwksUrl = await serve((_, response) => {
      reads += 1
      response.end(JSON.stringify({ keys }))
    })
    const folder = await mkdtemp(join(tmpdir(), 'foyer-keys-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const jwksFile = join(folder, 'keys.json')
    const show = (next: typeof keys) => {
      keys = next
      return writeFile(jwksFile, JSON.stringify({ keys }))
    }
    await show([first.jwk])
    const verify = createTokenVerifier(
      { ...rules, ...(kind === 'url' ? { jwksUrl } : { jwksFile }) },
      Date.now,
    )
    expect(await verify(await first.sign())).toMatchObject({ sub: 'ann' })
    await show([first.jwk, second.jwk])
    await expect(verify(await second.sign())).rejects.toThrow('no applicable key')
    vi.setSystemTime(Date.now() + 31_000)
    expect(await verify(await second.sign())).toMatchObject({ sub: 'ann' })
    if (kind === 'url') expect(reads).toBe(2)
    await show([third.jwk])
    vi.setSystemTime(Date.now() + 601_000)
    await expect(verify(await first.sign())).rejects.toThrow('no applicable key')
    expect(await verify(await third.sign())).toMatchObject({ sub: 'ann' })
  },
)

test.each<[string, RequestListener]>([
  ['an error', (_, response) => response.writeHead(500).end()],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/other' }).end()],
  ['no key set', (_, response) => response.end('<html>')],
  ['100 KiB', (_, response) => response.end(`{"keys":[],"more":"${'a'.repeat(100_000)}"}`)],
])('says that it can not decide when the keys’ address answers with %s', async (_, listener) => {
  const { sign } = await newKey('1')
  const verify = createTokenVerifier({ ...rules, jwksUrl: await serve(listener) }, Date.now)
  const error = await verify(await sign()).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(HttpError)
  expect(error).toMatchObject({ status: 503, code: 'http-failed' })
})

test('says that it can not decide when there is no file', async () => {
  const { sign } = await newKey('1')
  const verify = createTokenVerifier({ ...rules, jwksFile: '/nowhere/keys.json' }, Date.now)
  await expect(verify(await sign())).rejects.toMatchObject({ status: 503 })
})
