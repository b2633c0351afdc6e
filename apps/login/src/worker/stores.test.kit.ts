import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyOf } from '@foyer/devnet/bodyOf'
import type { BodyOf, Endpoint } from '@foyer/protocol'
import {
  authCommit,
  authForget,
  authPrepare,
  authRelease,
  authStatus,
  type CustodyErrorCode,
  challengeAad,
  createLocalKms,
  custodyErrors,
  decodeBase64Url,
  dpopNonceError,
  encodeBase64Url,
  equalBytes,
  type Kms,
  type LiveWallet,
  openShareRow,
  parseShare,
  postToken,
  type RecoveryKeyRecord,
  type RecoveryMode,
  recoveryCommit,
  recoveryFactorPut,
  recoveryFactorRemove,
  recoveryForget,
  recoveryKey,
  recoveryPrepare,
  recoveryRelease,
  revokeSessions,
  type ShareRow,
  sealRelease,
  sealShareRow,
  sealToRecoveryKey,
  verifyDpopProof,
  type WalletFacts,
} from '@foyer/protocol/custody'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'

/** A refusal of a store. */
class Refusal extends Error {
  readonly code: CustodyErrorCode
  constructor(code: CustodyErrorCode) {
    super(code)
    this.code = code
  }
}
const refuse = (code: CustodyErrorCode): never => {
  throw new Refusal(code)
}

/** The caller, as the access token and the proof identify it. */
type Caller = { userId: string; jkt: string }
type Handlers = Map<string, (body: never, caller: Caller) => Promise<unknown>>

/** A listening server that judges proof and token of every call as the protocol says. */
async function serve(
  endpoints: readonly Endpoint[],
  handlers: Handlers,
  judge: (token: string | undefined) => Promise<{ userId: string; jkt: string } | undefined>,
  log: string[],
) {
  const nonces = new Set<string>()
  const used = new Set<string>()
  const newNonce = () => {
    const nonce = crypto.randomUUID()
    nonces.add(nonce)
    return nonce
  }
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'DPoP-Nonce': [...nonces].at(-1) ?? newNonce(),
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*, authorization',
        'access-control-expose-headers': 'DPoP-Nonce',
      })
      response.end(JSON.stringify(body))
    }
    if (request.method === 'OPTIONS') return answer(200, {})
    const body = Uint8Array.from(await bodyOf(request))
    try {
      const endpoint = endpoints.find(({ path }) => path === request.url) ?? refuse('share-unknown')
      const token = /^DPoP (.+)$/.exec(request.headers.authorization ?? '')?.[1]
      const isToken = [postToken.path, revokeSessions.path].includes(endpoint.path as never)
      const claims = isToken ? undefined : ((await judge(token)) ?? refuse('token-invalid'))
      const verdict = await verifyDpopProof({
        proof: request.headers.dpop as string | undefined,
        method: 'POST',
        url: `http://${request.headers.host}${request.url}`,
        body,
        accessToken: token,
        jkt: claims?.jkt,
        isNonce: (nonce) => nonces.has(nonce),
        remember: async ({ jkt, jti }) => {
          const name = `${jkt} ${jti}`
          if (used.has(name)) return false
          used.add(name)
          return true
        },
      })
      if (verdict.status === 'use-nonce') return refuse(dpopNonceError)
      if (verdict.status === 'invalid') return refuse('proof-invalid')
      log.push(`${request.url} ${new TextDecoder().decode(body)}`)
      const parsed = v.parse(endpoint.body!, JSON.parse(new TextDecoder().decode(body)))
      const caller = { userId: claims?.userId ?? '', jkt: verdict.jkt }
      const result = await handlers.get(endpoint.path)!(parsed as never, caller)
      const checked = v.parse(endpoint.response as v.GenericSchema, result)
      log.push(`${request.url} → ${JSON.stringify(checked)}`)
      answer(200, checked)
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'internal'
      if (code === 'internal') log.push(`internal: ${error}`)
      const status = error instanceof Refusal ? custodyErrors[error.code][0] : 500
      answer(status, { error: { code, message: code } })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Nonces given out before are no longer taken. */
    dropNonces() {
      nonces.clear()
      newNonce()
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const on = <endpoint extends Endpoint>(
  handlers: Handlers,
  endpoint: endpoint,
  handle: (body: BodyOf<endpoint>, caller: Caller) => Promise<unknown>,
) => void handlers.set(endpoint.path, handle as never)

type SetKind = 'device' | 'recovery'
type AuthSet = { walletId: string; kind: SetKind; jkt?: string; epoch: number; row: ShareRow }
type AuthWallet = {
  userId: string
  facts: WalletFacts
  mode: RecoveryMode
  sets: Map<string, AuthSet>
}
type AuthChange = BodyOf<typeof authPrepare> & {
  userId: string
  jkt: string
  sealed: Map<string, AuthSet>
}

/** State of A. */
export type AuthState = {
  wallets: AuthWallet[]
  changes: Map<string, AuthChange>
  /** Users whom a step-up allows `enrol` and `export`. */
  steppedUp: Set<string>
  /** Purposes that were released, in order. */
  released: string[]
}

function authHandlers(state: AuthState, kms: Kms, issue: (caller: Caller) => Promise<unknown>) {
  const tickets = new Map<string, string>()
  const refreshTokens = new Map<string, Caller & { sid: string }>()
  const handlers: Handlers = new Map()
  const liveOf = (userId: string) => state.wallets.find((wallet) => wallet.userId === userId)
  const view = ({ facts, mode, sets }: AuthWallet, jkt: string): LiveWallet => {
    const all = [...sets]
    const recovery = all.find(([, { kind }]) => kind === 'recovery')
    const own = all.find(([, set]) => set.kind === 'device' && set.jkt === jkt)
    return { ...facts, mode, recoverySetId: recovery![0], deviceSetId: own?.[0] ?? null }
  }
  const tokens = async ({ userId, jkt, sid = crypto.randomUUID() }: Caller & { sid?: string }) => {
    const caller = { userId, jkt, sid }
    const refreshToken = encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))
    refreshTokens.set(refreshToken, caller)
    return {
      ...((await issue(caller)) as object),
      refreshToken,
      sid,
      userId,
      absExp: Date.now() + 86_400_000,
    }
  }
  on(handlers, postToken, async (body, { jkt }) => {
    if (body.grant === 'login') {
      const userId = tickets.get(body.ticket) ?? refuse('token-invalid')
      tickets.delete(body.ticket)
      return tokens({ userId, jkt })
    }
    const caller = refreshTokens.get(body.refreshToken) ?? refuse('token-invalid')
    if (caller.jkt !== jkt) refuse('proof-invalid')
    refreshTokens.delete(body.refreshToken)
    return tokens(caller)
  })
  on(handlers, revokeSessions, async ({ sids }, { jkt }) => {
    for (const [token, session] of refreshTokens)
      if (session.jkt === jkt && sids.includes(session.sid)) refreshTokens.delete(token)
    return { revoked: true }
  })
  on(handlers, authStatus, async (_, { userId, jkt }) => {
    const live = liveOf(userId)
    return { userId, deviceId: userId, wallet: live ? view(live, jkt) : null }
  })
  on(handlers, authPrepare, async (body, { userId, jkt }) => {
    const { walletId, epoch } = body.wallet
    const sealed = new Map<string, AuthSet>()
    for (const { setId, kind, share } of body.sets) {
      const plaintext = decodeBase64Url(share)
      const read = parseShare(plaintext)
      if (read.role !== 'auth' || read.setId !== setId || read.walletId !== walletId)
        refuse('share-unknown')
      const place = { role: 'auth', userId, walletId, setId, epoch } as const
      const row = await sealShareRow(kms, { place, plaintext })
      sealed.set(setId, { walletId, kind, epoch, row, ...(kind === 'device' && { jkt }) })
    }
    state.changes.set(body.changeId, { ...body, userId, jkt, sealed })
    return { changeId: body.changeId }
  })
  on(handlers, authCommit, async ({ changeId }, { userId, jkt }) => {
    const change = state.changes.get(changeId)
    if (change?.userId !== userId || change.jkt !== jkt) return refuse('change-unknown')
    const live = liveOf(userId)
    const committed = [...change.sealed.keys()].every((setId) => live?.sets.has(setId))
    if (live && committed) return { wallet: view(live, jkt) }
    if ((live?.facts.epoch ?? 0) !== change.baseEpoch) return refuse('change-conflict')
    if (live && live.facts.walletId !== change.wallet.walletId) return refuse('change-conflict')
    const kept = [...(live?.sets ?? [])].filter(([, set]) => {
      const replaced = [...change.sealed.values()].some((next) => next.kind === set.kind)
      return !(replaced && (set.kind === 'recovery' || set.jkt === jkt))
    })
    const wallet = {
      userId,
      facts: change.wallet,
      mode: change.mode,
      sets: new Map([...kept, ...change.sealed]),
    }
    state.wallets = [...state.wallets.filter((other) => other !== live), wallet]
    return { wallet: view(wallet, jkt) }
  })
  on(handlers, authRelease, async ({ walletId, setId, purpose, epk }, { userId, jkt }) => {
    const change = [...state.changes.values()].find(
      (one) => one.userId === userId && one.jkt === jkt && one.sealed.has(setId),
    )
    const live = liveOf(userId)?.sets.get(setId)
    const set = (purpose === 'verify' ? change?.sealed.get(setId) : live) ?? refuse('share-unknown')
    if (purpose !== 'verify') {
      const wanted = purpose === 'recover' ? 'recovery' : 'device'
      if (set.kind !== wanted || (wanted === 'device' && set.jkt !== jkt)) refuse('share-unknown')
      const guarded = purpose === 'enrol' || purpose === 'export'
      if (guarded && !state.steppedUp.has(userId)) refuse('step-up-required')
    }
    const { epoch, row } = set
    const place = { role: 'auth', userId, walletId, setId, epoch } as const
    const plaintext = await openShareRow(kms, { place, row })
    state.released.push(purpose)
    return { jwe: await sealRelease({ plaintext, epk, walletId, setId }) }
  })
  on(handlers, authForget, async ({ walletId }, { userId, jkt }) => {
    const live = liveOf(userId)
    for (const [setId, set] of live?.sets ?? [])
      if (set.walletId === walletId && set.jkt === jkt) live?.sets.delete(setId)
    return { forgotten: true }
  })
  return { handlers, tickets }
}

type VaultSet = {
  userId: string
  jkt: string
  mode: RecoveryMode
  kind: SetKind
  facts: WalletFacts
  row: ShareRow
  changeId: string
  committed: boolean
}
type VaultKey = {
  record: RecoveryKeyRecord
  userId: string
  jkt: string
  walletId: string
  changeId: string
  committed: boolean
  challenge?: Uint8Array
}

/** State of B. */
export type VaultState = {
  sets: Map<string, VaultSet>
  keys: VaultKey[]
  /** `user jkt`: the link that B mailed was approved for this device. */
  approved: Set<string>
}

function vaultHandlers(state: VaultState, kms: Kms) {
  const handlers: Handlers = new Map()
  const keyOf = (walletId: string) =>
    state.keys.findLast((key) => key.walletId === walletId && key.committed)
  const evident = ({ userId, jkt }: Caller) => {
    if (!state.approved.has(`${userId} ${jkt}`)) refuse('evidence-required')
  }
  const answered = (key: VaultKey, answer: string | undefined) => {
    const right =
      answer !== undefined && key.challenge && equalBytes(decodeBase64Url(answer), key.challenge)
    if (!right) refuse('factor-required')
  }
  const placeOf = (setId: string, { userId, facts }: VaultSet) => {
    const { walletId, epoch, evm, sol } = facts
    return { role: 'rec', userId, walletId, setId, epoch, evm, sol } as const
  }
  on(handlers, recoveryPrepare, async (body, { userId, jkt }) => {
    const { changeId, wallet, mode, sets, recoveryKey: record, answer } = body
    const key = keyOf(wallet.walletId)
    const modeNow = [...state.sets.values()].findLast(
      (set) => set.committed && set.facts.walletId === wallet.walletId && set.kind === 'recovery',
    )?.mode
    if (key && modeNow !== 'auto' && (record || mode === 'auto')) answered(key, answer)
    for (const { setId, kind, share } of sets) {
      const set = { userId, jkt, mode, kind, facts: wallet, changeId, committed: false }
      const place = placeOf(setId, { ...set, row: undefined as never })
      const row = await sealShareRow(kms, { place, plaintext: decodeBase64Url(share) })
      state.sets.set(setId, { ...set, row })
    }
    if (record)
      state.keys.push({
        record,
        userId,
        jkt,
        walletId: wallet.walletId,
        changeId,
        committed: false,
      })
    return { changeId }
  })
  on(handlers, recoveryCommit, async ({ changeId }, { userId, jkt }) => {
    const sets = [...state.sets.values()].filter(
      (set) => set.changeId === changeId && set.userId === userId && set.jkt === jkt,
    )
    if (sets.length === 0) refuse('change-unknown')
    for (const set of sets) set.committed = true
    for (const key of state.keys) if (key.changeId === changeId) key.committed = true
    return { changeId }
  })
  on(handlers, recoveryRelease, async ({ wallet, setId, purpose, epk, answer }, caller) => {
    const set = state.sets.get(setId)
    if (!set || set.userId !== caller.userId) return refuse('share-unknown')
    if (purpose === 'verify') {
      if (set.jkt !== caller.jkt) refuse('share-unknown')
    } else {
      if (!set.committed || set.kind !== 'recovery') refuse('share-unknown')
      evident(caller)
      if (set.mode !== 'auto') answered(keyOf(wallet.walletId) ?? refuse('share-unknown'), answer)
    }
    const place = placeOf(setId, { ...set, facts: wallet })
    const plaintext = await openShareRow(kms, { place, row: set.row })
    const { walletId } = wallet
    return { mode: set.mode, jwe: await sealRelease({ plaintext, epk, walletId, setId }) }
  })
  on(handlers, recoveryKey, async ({ walletId, changeId }, caller) => {
    const key = changeId
      ? state.keys.find((one) => one.changeId === changeId && one.jkt === caller.jkt)
      : keyOf(walletId)
    if (!key || key.userId !== caller.userId) return refuse('share-unknown')
    if (!changeId) {
      const known = [...state.sets.values()].some(
        (set) => set.committed && set.jkt === caller.jkt && set.facts.walletId === walletId,
      )
      if (!known) evident(caller)
    }
    key.challenge = crypto.getRandomValues(new Uint8Array(32))
    const sealed = await sealToRecoveryKey({
      plaintext: key.challenge as Uint8Array<ArrayBuffer>,
      recoveryKey: key.record.publicKey,
      aad: challengeAad(walletId),
    })
    return { key: key.record, challenge: encodeBase64Url(sealed) }
  })
  /** Returns the key in force, whose challenge was answered. */
  const openedKey = (given: { walletId: string; keyId: string; answer: string }) => {
    const key = keyOf(given.walletId)
    if (key?.record.keyId !== given.keyId) return refuse('change-conflict')
    answered(key, given.answer)
    return key
  }
  on(handlers, recoveryFactorPut, async ({ factor, ...opened }) => {
    const key = openedKey(opened)
    const others = key.record.factors.filter(({ id }) => id !== factor.id)
    key.record = { ...key.record, factors: [...others, factor] }
    return { put: true }
  })
  on(handlers, recoveryFactorRemove, async ({ id, ...opened }) => {
    const key = openedKey(opened)
    const factors = key.record.factors.filter((factor) => factor.id !== id)
    if (factors.length === 0) refuse('change-conflict')
    key.record = { ...key.record, factors }
    return { removed: true }
  })
  on(handlers, recoveryForget, async ({ walletId, setIds, before }, { userId }) => {
    const newest = [...state.sets].findLast(
      ([, set]) => set.committed && set.kind === 'recovery' && set.facts.walletId === walletId,
    )
    for (const [setId, set] of state.sets) {
      if (set.userId !== userId || set.facts.walletId !== walletId || setId === newest?.[0])
        continue
      const older =
        before !== undefined && (newest?.[1].facts.epoch ?? 0) >= before && set.facts.epoch < before
      if (setIds.includes(setId) || older) state.sets.delete(setId)
    }
    return { forgotten: true }
  })
  return handlers
}

/** Fresh random keys of a store. */
export const newKek = (kid: string) =>
  `${kid}:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`

/** Both stores as servers, with honest checks: the minimum that A and B must do, without policy (limits, mails). */
export async function startStores() {
  const issuer = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  const log: string[] = []
  const issue = async ({ userId, jkt }: Caller) => ({
    accessToken: await new SignJWT({ cnf: { jkt } })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })
      .setSubject(userId)
      .setAudience('foyer-api')
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign((issuer as CryptoKeyPair).privateKey),
    expiresIn: 600,
  })
  const judge = async (token: string | undefined) => {
    try {
      const { payload } = await jwtVerify(token ?? '', (issuer as CryptoKeyPair).publicKey, {
        algorithms: ['EdDSA'],
        typ: 'at+jwt',
        audience: 'foyer-api',
      })
      return { userId: payload.sub!, jkt: (payload.cnf as { jkt: string }).jkt }
    } catch {
      return undefined
    }
  }
  const authState: AuthState = {
    wallets: [],
    changes: new Map(),
    steppedUp: new Set(),
    released: [],
  }
  const vaultState: VaultState = { sets: new Map(), keys: [], approved: new Set() }
  const kmsA = await createLocalKms({ store: 'A', keys: newKek('kekA-1') })
  const kmsB = await createLocalKms({
    store: 'B',
    keys: newKek('kekB-1'),
    foreign: kmsA.fingerprints,
  })
  const { handlers, tickets } = authHandlers(authState, kmsA, issue)
  const authCalls = [
    postToken,
    revokeSessions,
    authStatus,
    authPrepare,
    authCommit,
    authRelease,
    authForget,
  ]
  const vaultCalls = [
    ...[recoveryPrepare, recoveryCommit, recoveryRelease, recoveryKey, recoveryForget],
    ...[recoveryFactorPut, recoveryFactorRemove],
  ]
  const auth = await serve(authCalls, handlers, judge, log)
  const vault = await serve(vaultCalls, vaultHandlers(vaultState, kmsB), judge, log)
  return {
    authUrl: auth.url,
    vaultUrl: vault.url,
    auth: authState,
    vault: vaultState,
    /** Bodies of all calls and answers. */
    log,
    kmsA,
    kmsB,
    dropNonces() {
      auth.dropNonces()
      vault.dropNonces()
    },
    /** The ticket of a finished login for the page: valid once. */
    ticketFor(userId: string): string {
      const ticket = encodeBase64Url(crypto.getRandomValues(new Uint8Array(16)))
      tickets.set(ticket, userId)
      return ticket
    },
    /** The user approved this device by the link that B mailed. */
    approve: (userId: string, jkt: string) => void vaultState.approved.add(`${userId} ${jkt}`),
    stop: async () => void (await Promise.all([auth.stop(), vault.stop()])),
  }
}
export type Stores = Awaited<ReturnType<typeof startStores>>
