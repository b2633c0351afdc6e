import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { farcasterClients, startEvm, startFarcaster, startIdentity, startMail } from '@foyer/devnet'
import { bodyOf } from '@foyer/devnet/bodyOf'
import { freePort } from '@foyer/devnet/freePort'
import { type BodyOf, type Endpoint, errorBody, type ResponseOf } from '@foyer/protocol'
import { createLocalKms, type LocalKms, makeDpopProof, postToken } from '@foyer/protocol/custody'
import { loginDevice, loginEmail, loginOtp } from '@foyer/protocol/login'
import { openTestDatabase, type TestEngine } from '@foyer/server/testDatabase'
import { start as startVault } from '@foyer/vault'
import * as v from 'valibot'
import type { PageBundle } from '../build/pageBundle.ts'
import { ensureDevice } from '../worker/store/createDevice.ts'
import { type DeviceStore, memoryStore } from '../worker/store/deviceStore.ts'
import { shape } from './database/database.ts'
import { shares, wallets } from './database/schema.ts'
import { start } from './start.ts'

export const newKek = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`
export const newSecret = () => randomBytes(32).toString('hex')

export const shop = {
  id: 'shop-project',
  name: 'Shop',
  allowedOrigins: ['https://shop.example', 'https://*.preview.example'],
  isDevelopment: false,
  isDisabled: false,
}
export const site = { projectId: shop.id, origin: 'https://shop.example' }
const desktop =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

/** A build of nothing, with true hashes. */
export const emptyPages: PageBundle = {
  files: new Map([
    ['/assets/frame-1.js', { bytes: new Uint8Array([49]), type: 'text/javascript; charset=utf-8' }],
  ]),
  documents: {
    frame: {
      scripts: [{ src: '/assets/frame-1.js', integrity: `sha384-${'a'.repeat(64)}` }],
      styles: [],
    },
    popup: { scripts: [], styles: [] },
    security: { scripts: [], styles: [] },
    export: { scripts: [], styles: [] },
  },
  parts: {
    approve: { src: '/assets/approve-1.js', integrity: `sha384-${'b'.repeat(64)}` },
    decoder: { src: '/assets/decode.worker-1.js', integrity: `sha384-${'d'.repeat(64)}` },
    work: { src: '/assets/work.worker-1.js', integrity: `sha384-${'e'.repeat(64)}` },
    worker: { src: '/assets/worker-1.js', integrity: `sha384-${'c'.repeat(64)}` },
  },
}

/** An honest api: two projects, and a chain that records its calls. */
async function startApi(token: string) {
  const projects = new Map([
    [shop.id, shop],
    ['shut-project', { ...shop, id: 'shut-project', isDisabled: true }],
    ['lab-project', { ...shop, id: 'lab-project', allowedOrigins: [], isDevelopment: true }],
    ['wild-project', { ...shop, id: 'wild-project', allowedOrigins: ['https://*.wild.example'] }],
  ])
  const state = { isDown: false, asked: [] as { url: string; body: string; headers: object }[] }
  const server = createServer(async (request, response) => {
    const body = (await bodyOf(request)).toString()
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://api')
    const answer = (status: number, json: unknown) =>
      response.writeHead(status).end(typeof json === 'string' ? json : JSON.stringify(json))
    if (state.isDown) return answer(503, {})
    if (request.headers.authorization !== `Bearer ${token}`) return answer(403, {})
    state.asked.push({ url: request.url ?? '', body, headers: request.headers })
    if (pathname === '/v1/')
      return answer(200, '{"jsonrpc":"2.0","id":1,"result":12345678901234567890}')
    const project = projects.get(pathname.split('/').at(-1) ?? '')
    if (!project)
      return answer(404, { error: { code: 'resource-not-found', message: '', field: 'projectId' } })
    const origin = searchParams.get('origin')
    const isLocal =
      project.isDevelopment && /^http:\/\/([\w-]+\.)?localhost(:\d+)?$/.test(origin ?? '')
    const isListed = project.allowedOrigins.some((listed) =>
      listed.includes('*')
        ? origin !== null && new URL(origin).host.endsWith(listed.slice(listed.indexOf('*') + 1))
        : listed === origin,
    )
    answer(200, { ...project, ...(origin !== null && { isOriginAllowed: isLocal || isListed }) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Reserves a port until it is released: the vault must know it before the login server listens there. */
async function holdPort() {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { port, release: () => new Promise((resolve) => server.close(resolve)) }
}

/** The vault's tables, from a dump: creating them takes seconds. */
const vaultShape = {
  name: 'vault',
  schema: {},
  migrations: new URL('../../../vault/migrations/', import.meta.url),
  urlVariable: 'DATABASE_URL_B',
}

/** A chain with Farcaster's registries, and an app that signs for their users. */
async function openFarcaster({ now, relayUrl }: { now: () => number; relayUrl: string }) {
  const chain = await startEvm({ chainId: 31337, port: 0 })
  const app = await startFarcaster({ port: 0, relayUrl, rpcUrl: chain.url, now })
  return {
    app,
    chain,
    clients: farcasterClients({ port: app.port, rpcUrl: chain.url }),
    stop: () => Promise.all([app.stop(), chain.stop()]),
  }
}

/** Starts the login server with a real vault, real mail and an api. */
export async function startTestLogin({
  engine = 'PGlite',
  farcasterRelay,
  hasFarcaster = false,
  hasSocials = false,
  vaultChallenge,
  vaultCustoms,
  vaultLimits,
  ...options
}: Partial<start.Options> & {
  engine?: TestEngine
  /** Starts the devnet's Farcaster app, and a chain with its registries, which both servers use. */
  hasFarcaster?: boolean
  /** The relay's URL. @default the login server itself */
  farcasterRelay?: string
  /** Starts the devnet's identity providers, which both servers use. */
  hasSocials?: boolean
  /** The operator's challenge before the vault's own mails. @default none */
  vaultChallenge?: startVault.Options['challenge']
  /** The vault's own list of sites' logins. @default that of the login server */
  vaultCustoms?: startVault.Options['customs']
  vaultLimits?: NonNullable<startVault.Options['limits']>
} = {}) {
  /** `fixedAt` freezes the time, in ms since 1970. */
  const clock: { addMs: number; fixedAt?: number | undefined } = { addMs: 0 }
  const now = () => (clock.fixedAt ?? Date.now()) + clock.addMs
  const serviceSecret = newSecret()
  const serviceToken = newSecret()
  const { port, release } = await holdPort()
  const origin = `http://127.0.0.1:${port}`
  const [mail, api, database, vaultDatabase] = await Promise.all([
    startMail({ port: 0, smtpPort: 0, warn: () => {} }),
    startApi(serviceToken),
    openTestDatabase(shape, engine),
    openTestDatabase(vaultShape, 'PGlite'),
  ])
  const identity = hasSocials
    ? await startIdentity({ port: 0, redirectOrigin: origin, now })
    : undefined
  const farcaster = hasFarcaster ? await openFarcaster({ now, relayUrl: origin }) : undefined
  const smtpUrl = ({ pass, port: smtpPort, user }: typeof mail.senders.login) =>
    `smtp://${user}:${pass}@127.0.0.1:${smtpPort}`
  const lines: string[] = []
  const logDestination = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const kekB = newKek('kekB-1')
  const vault = await startVault({
    port: 0,
    kek: kekB,
    hmacKey: newSecret(),
    auth: { url: origin, issuer: origin, loginOrigin: origin, serviceSecret },
    mail: { smtpUrl: smtpUrl(mail.senders.vault), from: 'vault@id.example' },
    // Its tables are named in each query: how they are typed here is nothing to it.
    database: { kind: 'open', database: vaultDatabase as never },
    logLevel: 'debug',
    logDestination,
    now,
    trustedProxies: 1,
    socials: identity?.clients.vault,
    farcaster: farcaster?.clients.vault,
    customs: vaultCustoms ?? options.customs,
    challenge: vaultChallenge,
    limits: {
      shareCallsPerMinute: 10_000,
      releasesPerUserPerDay: 1000,
      ...{
        mailsBeforeWorkOfAddress: 10_000,
        mailsBeforeWorkOfNetwork: 10_000,
        mailsBeforeWorkOfAll: 10_000,
      },
      ...vaultLimits,
    },
  })
  const given: start.Options = {
    port,
    loginOrigin: origin,
    kek: newKek('kekA-1'),
    otpPepper: newSecret(),
    tokenKeys: newKek('token-1'),
    vault: { url: vault.url, serviceSecret },
    api: { url: api.url, serviceToken },
    mail: { smtpUrl: smtpUrl(mail.senders.login), from: 'login@id.example' },
    // Ended with the server around it.
    database: { kind: 'open', database: { ...database, close: async () => {} } },
    pages: emptyPages,
    firstPartyProjects: [shop.id],
    socials: identity?.clients.login,
    farcaster: farcaster && {
      ...farcaster.clients.login,
      ...(farcasterRelay !== undefined && { relay: { url: farcasterRelay } }),
    },
    logLevel: 'debug',
    logDestination,
    now,
    trustedProxies: 1,
    metricsToken: 'what-metrics-want-here',
    leastMs: 0,
    ...options,
    limits: {
      mailsOfClientPer10Min: 10_000,
      mailsOfClientPerDay: 10_000,
      ...{
        mailsBeforeWorkOfAddress: 10_000,
        mailsBeforeWorkOfNetwork: 10_000,
        mailsBeforeWorkOfAll: 10_000,
      },
      codesOfClient: 10_000,
      callsOfDevicePerMinute: 10_000,
      callsOfClientPerMinute: 100_000,
      recoveriesPerDay: 1000,
      signsPerMinute: 10_000,
      ...options.limits,
    },
  }
  await release()
  const login = await start(given)
  const kmsB: LocalKms = await createLocalKms({ store: 'B', keys: kekB })
  /** Reads the metrics as an operator. */
  const readMetrics = async () => {
    const headers = { authorization: `Bearer ${given.metricsToken}` }
    return (await fetch(`${login.url}/metrics`, { headers })).text()
  }
  return {
    ...{
      api,
      clock,
      database,
      farcaster,
      given,
      identity,
      kekB,
      kmsB,
      lines,
      login,
      mail,
      now,
      origin,
      readMetrics,
      serviceSecret,
      vault,
      vaultDatabase,
    },
    /** Opens the link of a mail and decides. */
    async decide(url: string, decision: 'approve' | 'deny' = 'approve') {
      const response = await fetch(`${vault.url}/device/decide`, {
        method: 'POST',
        headers: {
          origin: vault.url,
          'content-type': 'application/json',
          'user-agent': desktop,
          'x-forwarded-for': '192.0.2.1',
        },
        body: JSON.stringify({ token: new URL(url).hash.slice(3), decision }),
      })
      return (await response.json()) as { state: string }
    },
    async stop() {
      await login.stop()
      await vault.stop()
      await Promise.all([mail.stop(), api.stop(), identity?.stop(), farcaster?.stop()])
      await database.close()
    },
  }
}
export type TestLogin = Awaited<ReturnType<typeof startTestLogin>>

/** A manipulation of a call. */
type Bend = {
  accessToken?: string | undefined
  origin?: string | undefined
  ip?: string
  headers?: Record<string, string>
  proof?: Partial<Parameters<typeof makeDpopProof>[0]> | string
  nonce?: string | undefined
  signal?: AbortSignal
}

export type Answer = {
  status: number
  code: string | undefined
  message: string | undefined
  body: Record<string, unknown>
  headers: Headers
  /** The proof that was sent. */
  proof: string
}

/** A browser with its key. */
export async function openDevice(test: TestLogin, store: DeviceStore = memoryStore()) {
  const { login, origin } = test
  const { jkt, pop } = await ensureDevice(store)
  let nonce: string | undefined
  const send = async (path: string, input: unknown, bend: Bend = {}): Promise<Answer> => {
    const body = new TextEncoder().encode(typeof input === 'string' ? input : JSON.stringify(input))
    const proof =
      typeof bend.proof === 'string'
        ? bend.proof
        : await makeDpopProof({
            method: 'POST',
            url: origin + path,
            body,
            accessToken: bend.accessToken,
            key: pop,
            nonce: 'nonce' in bend ? bend.nonce : nonce,
            nowMs: test.now(),
            ...bend.proof,
          })
    const headers: Record<string, string> = {
      origin: bend.origin ?? origin,
      'content-type': 'application/json',
      'user-agent': desktop,
      'x-forwarded-for': bend.ip ?? '192.0.2.1',
      dpop: proof,
      ...(bend.accessToken !== undefined && { authorization: `DPoP ${bend.accessToken}` }),
      ...bend.headers,
    }
    const response = await fetch(login.url + path, {
      method: 'POST',
      body,
      headers,
      ...(bend.signal && { signal: bend.signal }),
    })
    nonce = response.headers.get('DPoP-Nonce') ?? nonce
    const json = (await response.json()) as Record<string, unknown>
    const failure = v.safeParse(errorBody, json)
    const error = failure.success ? failure.output.error : undefined
    return {
      status: response.status,
      code: error?.code,
      message: error?.message,
      body: json,
      headers: response.headers,
      proof,
    }
  }
  /** Retries with the nonce, as a page does. */
  const ask = async (path: string, input: unknown, bend: Bend = {}): Promise<Answer> => {
    const first = await send(path, input, bend)
    return first.code === 'use_dpop_nonce' ? send(path, input, bend) : first
  }
  /** The answer, which must be well. */
  const call = async <endpoint extends Endpoint>(
    { path }: endpoint,
    body: BodyOf<endpoint>,
    bend?: Bend,
  ): Promise<ResponseOf<endpoint>> => {
    const answer = await ask(path, body, bend)
    if (answer.status !== 200)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as ResponseOf<endpoint>
  }
  return { jkt, pop, store, send, ask, call, nonce: () => nonce }
}
export type TestDevice = Awaited<ReturnType<typeof openDevice>>

let counter = 0
export const newAddress = () => `person${++counter}-${randomBytes(3).toString('hex')}@mail.example`

const newest = (test: TestLogin, address: string) => test.mail.inbox(address)[0]?.receivedAt ?? 0

/** The next mail with a code, or with a link of the vault; notices may come in between. */
export function nextMail(test: TestLogin, email: string, after: number, kind: 'code' | 'link') {
  return test.mail.waitFor(email, {
    after,
    timeoutMs: 30_000,
    filter: ({ codes, links }) =>
      kind === 'code' ? codes.length > 0 : links.some((link) => link.includes('/device#t=')),
  })
}

/** Begins a login up to its code. */
export async function askForCode(
  test: TestLogin,
  device: TestDevice,
  email: string,
  on: typeof site | null = site,
) {
  const after = newest(test, email)
  const begun = await device.call(loginEmail, { email, ...(on && { site: on }) })
  if (begun.action === 'CONNECT' || begun.action === 'WORK') throw new Error(begun.action)
  const { txnId } = begun
  let seen = after
  if (begun.action === 'VERIFY_DEVICE') {
    const link = await nextMail(test, email, after, 'link')
    seen = link.receivedAt
    const waiting = device.call(loginDevice, { txnId })
    const { state } = await test.decide(link.links[0] ?? '')
    if (state !== 'approved') throw new Error(`the link is ${state}`)
    const { status } = await waiting
    if (status !== 'approved') throw new Error(`the device is ${status}`)
  }
  const mail = await nextMail(test, email, seen, 'code')
  return { action: begun.action, txnId, otp: mail.codes[0] ?? '', mail }
}

/** Logs in whole. */
export async function logIn(
  test: TestLogin,
  {
    device,
    email = newAddress(),
    on = site,
  }: { device?: TestDevice; email?: string; on?: typeof site | null } = {},
) {
  const used = device ?? (await openDevice(test))
  const { otp, txnId } = await askForCode(test, used, email, on)
  const { ticket } = await used.call(loginOtp, { txnId, otp })
  const tokens = await used.call(postToken, { grant: 'login', ticket })
  return { device: used, email, ticket, tokens, userId: tokens.userId }
}

/** Puts a wallet in force here, as if this device had created it, without the vault. */
export async function giveWallet(
  { database, now }: TestLogin,
  { device: { jkt }, userId }: { device: TestDevice; userId: string },
): Promise<void> {
  const [walletId, createdAt] = [randomUUID(), now()]
  const facts = { walletId, userId, epoch: 1, createdAt }
  const addresses = { evm: '0x', sol: '1', fp: '' }
  await database.queries.insert(wallets).values({ ...facts, ...addresses, mode: 'auto' })
  const row = { ...facts, changeId: randomUUID(), jkt, kid: 'kekA-1', edk: '', ct: '' }
  const sets = (['device', 'recovery'] as const).map((kind) => ({ ...row, kind }))
  await database.queries
    .insert(shares)
    .values(sets.map((set) => ({ ...set, setId: randomUUID(), committedAt: createdAt })))
}

/** Waits for the next code to an address. */
export async function nextCode(
  test: TestLogin,
  email: string,
  run: () => Promise<unknown>,
): Promise<string> {
  const after = newest(test, email)
  await run()
  return (await nextMail(test, email, after, 'code')).codes[0] ?? ''
}
