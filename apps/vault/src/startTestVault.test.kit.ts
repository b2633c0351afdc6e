import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { bodyOf } from '@foyer/devnet/bodyOf'
import { freePort } from '@foyer/devnet/freePort'
import type { BodyOf, Endpoint } from '@foyer/protocol'
import {
  createLocalKms,
  encodeBase64Url,
  exportPublicKey,
  makeDpopProof,
  type PublicKey,
  thumbprint,
} from '@foyer/protocol/custody'
import {
  authFingerprints,
  signServiceCall,
  type VaultEvent,
  vaultEvent,
  vaultSendLink,
  verifyServiceCall,
} from '@foyer/protocol/vault'
import { openTestDatabase, type TestEngine } from '@foyer/server/testDatabase'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { SMTPServer } from 'smtp-server'
import { vaultDatabase } from './database/vaultDatabase.ts'
import { start } from './start.ts'

export const newKek = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`
const secret = () => randomBytes(32).toString('hex')

/** A mailbox behind a real SMTP server. */
async function startMailbox() {
  const mails: { to: string; text: string }[] = []
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts)
          .toString('utf8')
          .replace(/=\r?\n/g, '')
          .replaceAll('=3D', '=')
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text })
        for (const wake of waiting) wake()
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** The token of the newest mail to this address with this text, once there are at least `least`. */
    async tokenFor(address: string, least = 1, has = ''): Promise<string> {
      const own = () => mails.filter(({ text, to }) => to === address && text.includes(has))
      const until = Date.now() + 30_000
      while (own().length < least) {
        if (Date.now() > until) throw new Error(`no mail for ${address}`)
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
          setTimeout(wake, 200)
        })
      }
      return /#t=([\w-]{43})/.exec(own().at(-1)!.text)?.[1] ?? ''
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** An honest login server: key list, tokens, fingerprints; it accepts the vault's events. */
async function startAuth({
  serviceSecret,
  kek,
  now: nowMs,
}: {
  serviceSecret: string
  kek: string
  now: () => number
}) {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'a1', alg: 'EdDSA', use: 'sig' }
  const { fingerprints } = await createLocalKms({ store: 'A', keys: kek })
  const events: VaultEvent[] = []
  const seen = new Set<string>()
  const state = { isDown: false, calls: 0, jwksCalls: 0 }
  const server = createServer(async (request, response) => {
    const body = Uint8Array.from(await bodyOf(request))
    const answer = (status: number, json: unknown) =>
      response.writeHead(status).end(JSON.stringify(json))
    if (request.url === '/.well-known/jwks.json') {
      state.jwksCalls++
      return answer(200, { keys: [jwk] })
    }
    state.calls++
    if (state.isDown) return answer(503, {})
    const verdict = await verifyServiceCall({
      from: 'B',
      method: 'POST',
      path: request.url!,
      body,
      secret: serviceSecret,
      fingerprints,
      header: (name) => request.headers[name] as string | undefined,
      nowMs: nowMs(),
      remember: async (nonce) => !seen.has(nonce) && Boolean(seen.add(nonce)),
    })
    if (verdict.status === 'invalid') return answer(403, {})
    if (request.url === authFingerprints.path) return answer(200, { fingerprints })
    if (request.url === vaultEvent.path) events.push(JSON.parse(new TextDecoder().decode(body)))
    answer(200, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    events,
    fingerprints,
    state,
    jwk,
    token({
      userId,
      jkt,
      claims = {},
      header = {},
      key = privateKey,
    }: {
      userId: string
      jkt: string
      claims?: object
      header?: object
      key?: CryptoKey | Uint8Array
    }) {
      const now = Math.floor(nowMs() / 1000)
      return new SignJWT({
        iss: 'https://id.example',
        aud: 'foyer-api',
        sub: userId,
        sid: randomUUID(),
        cnf: { jkt },
        iat: now,
        exp: now + 600,
        jti: randomUUID(),
        ...claims,
      })
        .setProtectedHeader({ alg: 'EdDSA', kid: 'a1', typ: 'at+jwt', ...header })
        .sign(key)
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const metricsToken = 'what-metrics-want-here'
export const loginOrigin = 'https://id.example'
export const desktop =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
export const requesterHere = { ip: '127.0.0.1', userAgent: desktop, origin: 'https://shop.example' }

/** Needs a port known in advance: the vault's own address is in its mails. */
async function named(name: string) {
  const port = await freePort()
  return { port, publicUrl: `http://${name}:${port}` }
}

/** A vault with everything around it. */
export async function startTestVault({
  engine = 'PGlite' as TestEngine,
  loginOrigin: pages = loginOrigin,
  name,
  ...options
}: Partial<start.Options> & {
  engine?: TestEngine
  loginOrigin?: string
  /** Host name for browsers, such as `vault.localhost`. @default its address */
  name?: string
} = {}) {
  const database = await openTestDatabase(vaultDatabase, engine)
  const kek = newKek('kekB-1')
  const kekA = newKek('kekA-1')
  const [serviceSecret, hmacKey] = [secret(), secret()]
  /** `fixedAt` freezes the time, in ms since 1970. */
  const clock: { addMs: number; fixedAt?: number | undefined } = { addMs: 0 }
  const now = () => (clock.fixedAt ?? Date.now()) + clock.addMs
  const mailbox = await startMailbox()
  const auth = await startAuth({ serviceSecret, kek: kekA, now })
  const lines: string[] = []
  const given: start.Options = {
    port: 0,
    kek,
    hmacKey,
    auth: { url: auth.url, issuer: 'https://id.example', loginOrigin: pages, serviceSecret },
    mail: { smtpUrl: mailbox.url, from: 'vault@id.example' },
    database: { kind: 'open', database },
    logLevel: 'debug',
    logDestination: new Writable({
      write: (chunk, _, done) => {
        lines.push(String(chunk))
        done()
      },
    }),
    now,
    trustedProxies: 1,
    metricsToken,
    ...(name && (await named(name))),
    ...options,
  }
  const vault = await start(given)
  const publicUrl = given.publicUrl ?? vault.url
  const kms = await createLocalKms({ store: 'A', keys: kekA })

  /** Makes a signed call as A. */
  const service = async <endpoint extends Endpoint>(
    { method, path }: endpoint,
    body: BodyOf<endpoint>,
    { sign = {} }: { sign?: Partial<Parameters<typeof signServiceCall>[0]> } = {},
  ) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    const headers = await signServiceCall({
      from: 'A',
      method,
      path,
      body: bytes,
      secret: serviceSecret,
      fingerprints: kms.fingerprints,
      nowMs: given.now!(),
      ...sign,
    })
    const response = await fetch(vault.url + path, { method, body: bytes, headers })
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
      headers,
    }
  }
  /** Makes a call as the page. */
  const page = async (
    path: string,
    body: object,
    { ip = '127.0.0.1', userAgent = desktop, origin = publicUrl } = {},
  ) => {
    const headers = {
      origin,
      'user-agent': userAgent,
      'x-forwarded-for': ip,
      'content-type': 'application/json',
    }
    const response = await fetch(vault.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return {
      status: response.status,
      ...((await response.json()) as { state: string; kind?: string }),
    }
  }
  return {
    ...{
      auth,
      clock,
      database,
      given,
      kek,
      kekA,
      kms,
      lines,
      mailbox,
      page,
      publicUrl,
      service,
      vault,
    },
    /** Mails a link, as A does. @returns its id, number and token */
    async link(email: string, jkt: string, from = requesterHere) {
      // A notice to this address may arrive meanwhile.
      const subject = 'Subject: Approve this device'
      const own = mailbox.mails.filter(({ text, to }) => to === email && text.includes(subject))
      const { body, status } = await service(vaultSendLink, { email, jkt, requester: from })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      const token = await mailbox.tokenFor(email, own.length + 1, subject)
      return { linkId: String(body.linkId), number: String(body.number), token }
    },
    async stop() {
      await vault.stop()
      await Promise.all([mailbox.stop(), auth.stop()])
    },
  }
}
export type TestVault = Awaited<ReturnType<typeof startTestVault>>

/** A browser's key and its calls to the share endpoints. */
export async function createDevice(
  { auth, vault, given, publicUrl }: TestVault,
  { userId, ...options }: { userId: string; claims?: object },
) {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const publicKey: PublicKey = await exportPublicKey(pair.publicKey)
  const jkt = await thumbprint(publicKey)
  let nonce: string | undefined
  const send = async (
    path: string,
    body: unknown,
    {
      accessToken,
      claims = {},
      proof,
      origin = given.auth.loginOrigin,
    }: {
      accessToken?: string | null
      claims?: object
      proof?: string
      origin?: string
    } = {},
  ) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    const token =
      accessToken === undefined ? await auth.token({ userId, jkt, claims }) : accessToken
    const made =
      proof ??
      (await makeDpopProof({
        method: 'POST',
        url: publicUrl + path,
        body: bytes,
        accessToken: token ?? undefined,
        key: pair,
        nonce,
        ...(given.now && { nowMs: given.now() }),
      } as never))
    const response = await fetch(vault.url + path, {
      method: 'POST',
      body: bytes,
      headers: {
        origin,
        dpop: made,
        ...(token !== null && { authorization: `DPoP ${token}` }),
        'content-type': 'application/json',
      },
    })
    nonce = response.headers.get('DPoP-Nonce') ?? nonce
    const answer = (await response.json()) as { error?: { code: string } } & Record<string, unknown>
    return {
      status: response.status,
      code: answer.error?.code,
      answer,
      proof: made,
      accessToken: token ?? '',
      retryAfter: response.headers.get('Retry-After'),
      cors: response.headers.get('Access-Control-Allow-Origin'),
    }
  }
  return {
    jkt,
    pair,
    send,
    nonce: () => nonce,
    /** Retries with the nonce, as the key worker does. */
    async call<endpoint extends Endpoint>({ path }: endpoint, body: BodyOf<endpoint>) {
      const first = await send(path, body, options)
      return first.code === 'use_dpop_nonce' ? send(path, body, options) : first
    },
    /** Calls as a page does, without a token. */
    async prove<endpoint extends Endpoint>({ path }: endpoint, body: BodyOf<endpoint>) {
      const first = await send(path, body, { accessToken: null })
      return first.code === 'use_dpop_nonce' ? send(path, body, { accessToken: null }) : first
    },
  }
}
export const randomJkt = () => encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))
