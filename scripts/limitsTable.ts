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
    [
      'route',
      'body',
      'calls a minute of an address',
      'answer within',
      'at once, of an address',
      'and',
    ],
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
    [
      'method',
      'frame',
      'calls a second of a socket',
      'answer within',
      'at once, of a socket',
      'and',
    ],
    Array.from(ofRelay(), ([name, budget]) => [
      written(name.replace('WS ', '')),
      bytes(budget.frameBytes),
      String(budget.callsPerSecond),
      seconds(budget.answerMs),
      String(budget.atOnce),
      (budget.finer ?? []).join('; '),
    ]),
  )

/** The page of all budgets, from the values that the servers enforce. */
export function writeLimits(): string {
  const { callsAtOnce, messageBytes, socketsOfClient, subscriptions, waitingBytes } = socketLimits
  return `# Limits

Each route and socket method has a budget, and its server enforces it. This page is written from the code with its defaults
by \`npm run limits\`; \`npm run check\` refuses another text.

More than a body may have is answered with 413, more calls than an address may make with 429, more at once with 429 (of an
address) or 503 (of the process), a late answer with 504. Counts of an address are of one process and one minute; what
stands under "and" is counted over all processes when they share a database. Behind a proxy set \`TRUST_PROXY\`, or all users
share one address.

Headers: 16 KiB, within 10 s; a request: within 15 s.

Before a release, \`HOSTILE_INPUTS=10000 npm test -- hostileInputs rebuiltCalls\` sends each route and socket method 10,000
hostile inputs (without the variable a few), and \`HOSTILE_INPUTS=1000 npm test -- floods\` each message and method of the frame 1,000.
The first quarter fills what may be remembered; the other three may leave at most 8 MiB behind after a garbage collection, and
the last quarter may be no more work (CPU time) than the first of them.

## Every server

${ofRoutes(ownBudgets)}

## The api

${ofRoutes(ofApi())}

The socket \`GET /v1/\` (upgrade) counts as a call to open; ${socketsOfClient} sockets of one client at a time. One message: ${bytes(messageBytes)},
counted as a JSON-RPC call, whatever it holds. ${callsAtOnce} calls that the chain has not answered, ${subscriptions} subscriptions, ${bytes(waitingBytes)} waiting
for a client that does not read. A call is answered within ${seconds(socketLimits.answerMs + socketLimits.pingMs)}; a subscription that is not granted by then closes the
socket. This holds for each of the methods and subscriptions that may be called.

## The login server

Files that the documents name have the budget of \`GET /frame\`.

${ofRoutes(ofLogin())}

## The vault

${ofRoutes(ofVault())}

## The relay

Connections and mailboxes: [relay.md](relay.md#limits).

${ofMethods()}
`
}

/** @returns a problem when `docs/limits.md` is not what the code says */
export function checkLimits(): string {
  return readFileSync(path, 'utf8') === writeLimits()
    ? ''
    : 'docs/limits.md is not what the code says: run npm run limits'
}

if (import.meta.main) writeFileSync(path, writeLimits())
