import { randomBytes } from 'node:crypto'
import { readWork } from '@foyer/devnet/readWork'
import { makeDpopProof } from '@foyer/protocol/custody'
import { signServiceCall } from '@foyer/protocol/vault'
import { expect } from 'vitest'
import { type Cost, watchCost } from './watchCost.test.kit.ts'

/** Inputs per route; 10,000 before a release: see the head of `docs/limits.md`. */
export const hostileRuns = Number(process.env.HOSTILE_INPUTS ?? 40)

const longBody = new Uint8Array(1_200_000)
const text = (length: number) => randomBytes(length).toString('base64')
/** Bodies that break parsers: deep, wide, long, truncated, of the wrong type, with names of object properties. */
const bodies: readonly (() => string | Uint8Array<ArrayBuffer>)[] = [
  () => '['.repeat(20_000),
  () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  () => `{"a":`.repeat(5000),
  () => `[${'{},'.repeat(3000)}{}]`,
  () => '"'.padEnd(20_000, '\\'),
  () => '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
  () => `{"jsonrpc":"2.0","id":1e400,"method":"${text(60)}","params":{"__proto__":[]}}`,
  () => `{"projectId":{"$gt":""},"token":["${text(20)}"],"email":{"toString":1}}`,
  () => JSON.stringify({ [text(10)]: text(3000) }),
  () => 'null',
  () => '',
  () => '\u0000\uFEFF{}',
  () => Uint8Array.from(randomBytes(2000)),
  () => longBody,
]
const paths = [
  '__proto__',
  'constructor',
  '%00',
  '..%2f..%2fetc',
  'x'.repeat(2000),
  '%E0%A4%A',
  '0',
]
const queries = ['', '?projectId=__proto__', `?${'a=1&'.repeat(500)}`, '?projectId[]=1&origin=null']

const pick = <item>(items: readonly item[], n: number): item => items[n % items.length] as item

/** Concurrent inputs. */
const atOnce = 10

/**
 * Sends unexpected input to each route, and watches the server. Each route must answer.
 * @param parsing - routes that parse the body of these callers: each must refuse one with 400 `request-invalid`. @default none
 * @param query - what lets a call past the first check. @default nothing
 * @param send - `from` stands for an address
 * @returns the statuses that came, by route, and what it cost
 */
export async function sendHostileInputs({
  headers = {},
  parsing = [],
  query = '',
  routes,
  send,
}: sendHostileInputs.Options): Promise<sendHostileInputs.Result> {
  const statuses = new Map<string, Set<number>>(routes.map((route) => [route, new Set()]))
  const refusing = new Set<string>()
  let healthWorkMs = 0
  const sendOne = async (route: string, n: number) => {
    const [method = '', pattern = ''] = route.split(' ')
    const path = pattern.replace(/:\w+/g, () => pick(paths, n))
    const rest = n % 3 !== 0 ? pick(queries, n) : typeof query === 'string' ? query : query(route)
    const response = await send(`${path}${rest}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.${n % 250}.1.1`,
        ...headers,
      },
      ...(method === 'POST' && { body: pick(bodies, n)() }),
    }).catch(() => undefined)
    const answer = await response?.text()
    if (response) statuses.get(route)?.add(response.status)
    if (response?.status === 400 && answer?.includes('"request-invalid"')) refusing.add(route)
  }
  const sendQuarter = async (quarter: number) => {
    const [from, to] = [quarter, quarter + 1].map((part) =>
      Math.floor((hostileRuns * part) / 4),
    ) as [number, number]
    for (const route of routes) {
      for (let n = from; n < to; n += atOnce)
        await Promise.all(
          Array.from({ length: Math.min(atOnce, to - n) }, (_, more) => sendOne(route, n + more)),
        )
      const since = readWork()
      await send('/health', { headers: { 'X-Forwarded-For': '10.255.1.1' } })
      healthWorkMs = Math.max(healthWorkMs, readWork() - since)
    }
  }
  const name = `${hostileRuns} hostile inputs to each of ${routes.length} routes`
  const cost = await watchCost(name, sendQuarter)
  for (const [route, seen] of statuses) expect(seen.size, route).toBeGreaterThan(0)
  expect(parsing.filter((route) => !refusing.has(route))).toEqual([])
  console.log(`/health after ${healthWorkMs.toFixed(0)} ms of work at most`)
  return { statuses, healthWorkMs, ...cost }
}

export declare namespace sendHostileInputs {
  type Options = {
    routes: readonly string[]
    send: (path: string, init?: RequestInit) => Promise<Response>
    query?: string | ((route: string) => string)
    parsing?: readonly string[]
    headers?: Readonly<Record<string, string>>
  }
  type Result = Cost & {
    statuses: ReadonlyMap<string, ReadonlySet<number>>
    /** Most work until another caller has its answer, in ms of CPU time. */
    healthWorkMs: number
  }
}

type Send = sendHostileInputs.Options['send']

/**
 * Signs each call with a body as a device, which proves its key, and as the other server: a route reads the headers of its
 * own callers, so that the inputs pass all of them.
 */
export function signCalls({
  from,
  key,
  origin,
  secret,
  send,
  tokenOf,
}: {
  /** The other server. */
  from: 'A' | 'B'
  /** The device's, ECDSA P-256. */
  key: CryptoKeyPair
  /** Of the server that is called. */
  origin: string
  /** Of the calls between the servers. */
  secret: string
  send: Send
  /** The device's access token for the routes that require one. */
  tokenOf: (path: string) => string | undefined
}): Send {
  let nonce: string | undefined
  return async (path, init = {}) => {
    const { body, method = 'GET' } = init
    if (body === undefined) return send(path, init)
    const bytes = new Uint8Array(await new Response(body).arrayBuffer())
    const sendSigned = async () => {
      const url = origin + path
      const accessToken = tokenOf(new URL(url).pathname)
      const call = { method, path: new URL(url).pathname, body: bytes }
      const response = await send(path, {
        ...init,
        headers: {
          ...(init.headers as Record<string, string>),
          ...(accessToken !== undefined && { authorization: `DPoP ${accessToken}` }),
          dpop: await makeDpopProof({ method, url, body: bytes, accessToken, key, nonce }),
          ...(await signServiceCall({ ...call, from, secret, fingerprints: ['other'] })),
        },
      })
      nonce = response.headers.get('DPoP-Nonce') ?? nonce
      return response
    }
    const isFirst = nonce === undefined
    const response = await sendSigned()
    return isFirst && nonce !== undefined ? sendSigned() : response
  }
}
