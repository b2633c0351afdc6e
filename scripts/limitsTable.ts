import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBudgets as ofApi, socketLimits } from '@foyer/api'
import { createBudgets as ofLogin } from '@foyer/login'
import { createBudgets as ofRelay } from '@foyer/relay'
import { type Budgets, ownBudgets } from '@foyer/server'
import { createBudgets as ofVault } from '@foyer/vault'

const path = join(import.meta.dirname, '../docs/limits.md')

const seconds = (ms: number) => `${ms / 1000} s`
const bytes = (count: number) => (count === 0 ? 'none' : `${count / 1024} KiB`)

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

const written = (name: string) => `\`${name.replace(/:(\w+)/g, '{$1}')}\``

const ofRoutes = (budgets: Budgets) =>
  table(
    ['route', 'body', 'calls a minute per address', 'answer within', 'at once, per address', 'and'],
    Array.from(budgets, ([name, budget]) => [
      written(name),
      bytes(budget.bodyBytes),
      String(budget.callsPerMinute),
      seconds(budget.answerMs),
      `${budget.atOnce}, ${budget.atOnceOfAddress}`,
      (budget.finer ?? []).join('; '),
    ]),
  )

const ofMethods = () =>
  table(
    ['method', 'frame', 'calls a second per socket', 'answer within', 'at once, per socket', 'and'],
    Array.from(ofRelay(), ([name, budget]) => [
      written(name.replace('WS ', '')),
      bytes(budget.frameBytes),
      String(budget.callsPerSecond),
      seconds(budget.answerMs),
      String(budget.atOnce),
      (budget.finer ?? []).join('; '),
    ]),
  )

/** Generates `docs/limits.md` from the budgets that the servers enforce. */
export function writeLimits(): string {
  const { callsAtOnce, messageBytes, socketsOfClient, subscriptions, waitingBytes } = socketLimits
  return `# Limits

Each server enforces a budget for each route and socket method. \`npm run limits\` generates this page from the code and its
defaults; \`npm run check\` fails if it is out of date.

A body that is too large gets 413; too many calls from one network address get 429; too many concurrent calls get 429 (per address)
or 503 (per process); an answer that takes too long becomes 504. Calls per address are counted per process and per minute; the
limits in the column "and" are counted over all processes that share a database. Behind a proxy set \`TRUST_PROXY\`, or all users
share one address.

Headers: 16 KiB, within 10 s; a request: within 15 s.

Before a release, \`HOSTILE_INPUTS=10000 npm test -- hostileInputs rebuiltCalls\` sends each route and socket method 10,000
hostile inputs (a few without the variable), and \`HOSTILE_INPUTS=1000 npm test -- floods\` sends 1,000 to each message and method of
the frame. The first quarter fills the caches. After a garbage collection the other three may leave at most 8 MiB behind, and the
last quarter may take no more CPU time than the second.

## Every server

${ofRoutes(ownBudgets)}

## The api

${ofRoutes(ofApi())}

Opening the socket \`GET /v1/\` (upgrade) counts as one call; a client may have ${socketsOfClient} sockets. A message may have ${bytes(messageBytes)} and counts as
one JSON-RPC call, even if it is invalid. A socket may have ${callsAtOnce} unanswered calls, ${subscriptions} subscriptions and ${bytes(waitingBytes)} of unread output. A call is
answered within ${seconds(socketLimits.answerMs + socketLimits.pingMs)}; if a subscription is not granted by then, the socket closes. These limits apply to every method and
subscription.

## The login server

Files of the pages have the budget of \`GET /frame\`.

${ofRoutes(ofLogin())}

## The vault

${ofRoutes(ofVault())}

## The relay

Connections and mailboxes: [relay.md](relay.md#limits).

${ofMethods()}
`
}

/** @returns a message if `docs/limits.md` is out of date, else the empty string */
export function checkLimits(): string {
  return readFileSync(path, 'utf8') === writeLimits()
    ? ''
    : 'docs/limits.md is out of date: run npm run limits'
}

if (import.meta.main) writeFileSync(path, writeLimits())
