import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits as apiLimits, createBudgets as ofApi } from '@foyer/api'
import { limits as loginLimits, createBudgets as ofLogin } from '@foyer/login'
import { createBudgets as ofRelay, limits as relayLimits } from '@foyer/relay'
import {
  type Budgets,
  type Limit,
  type LimitTable,
  resolveLimits,
  sharedBudgets,
  sharedLimits,
} from '@foyer/server'
import { createBudgets as ofSponsor, limits as sponsorLimits } from '@foyer/sponsor'
import { createBudgets as ofVault, limits as vaultLimits } from '@foyer/vault'

const root = join(import.meta.dirname, '..')
const pagePath = 'docs/limits.md'

/** The limits of each server, by its folder in `apps`. */
export const limitsOfServers: Readonly<Record<string, LimitTable>> = {
  api: apiLimits,
  login: loginLimits,
  relay: relayLimits,
  sponsor: sponsorLimits,
  vault: vaultLimits,
}

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

const windows: Readonly<Record<number, string>> = {
  1000: 'a second',
  10000: 'in 10 s',
  30000: 'in 30 s',
  60000: 'a minute',
  600000: 'in 10 minutes',
  3600000: 'an hour',
  86400000: 'a day',
}

function defaultOf({ default: written, unit, windowMs }: Limit): string {
  const window = windowMs === undefined ? '' : ` ${windows[windowMs]}`
  return `\`${written}\` ${unit}${window}`
}

/** The limits of one server, without those of every server. */
const ofVariables = (limits: LimitTable) =>
  table(
    ['variable', 'limits', 'default', 'from', 'to'],
    Object.entries(limits)
      .filter(([name]) => limits === sharedLimits || !Object.hasOwn(sharedLimits, name))
      .map(([, limit]) => [
        `\`${limit.variable}\``,
        limit.counts,
        defaultOf(limit),
        String(limit.min ?? 1),
        (limit.max ?? 1e9).toLocaleString('en'),
      ]),
  )

/** The page of all limits and budgets, from the values that the servers enforce. */
export function writeLimits(): string {
  const of = resolveLimits(apiLimits)
  return `# Limits

Each route and socket method has a budget, and its server enforces it. Each limit is set by an environment variable, in the
unit that stands behind its default: a variable that makes no sense is refused at the start. This page is written from the
code with its defaults by \`npm run limits\`; \`npm run check\` refuses another text.

More than a body may have is answered with 413, more calls than an address may make with 429, more at once with 429 (of an
address) or 503 (of the process), a late answer with 504. Counts of an address are of one process and one minute, which
begins with its first call; what stands under "and" is counted over all processes when they share a database. Behind a proxy
set \`TRUST_PROXY\`, or all users share one address.

Headers: 16 KiB, within 10 s; a request: within 15 s.

Before a release, \`HOSTILE_INPUTS=10000 npm test -- hostileInputs rebuiltCalls\` sends each route and socket method 10,000
hostile inputs (without the variable a few), and \`HOSTILE_INPUTS=1000 npm test -- floods\` each message and method of the frame 1,000.
The first quarter fills what may be remembered; the other three may leave at most 8 MiB behind after a garbage collection, and
the last quarter may be no more work (CPU time) than the first of them.

## Every server

${ofRoutes(sharedBudgets(resolveLimits(sharedLimits)))}

${ofVariables(sharedLimits)}

## The api

${ofRoutes(ofApi())}

The socket \`GET /v1/\` (upgrade) counts as a call to open; ${of.socketsOfClient} sockets of one client at a time. One message: ${bytes(of.socketMessageBytes)},
counted as a JSON-RPC call, whatever it holds. ${of.socketCallsAtOnce} calls that the chain has not answered, ${of.socketSubscriptions} subscriptions, ${bytes(of.socketWaitingBytes)} waiting
for a client that does not read. A call is answered within ${seconds(of.socketAnswerMs + of.socketPingMs)}; a subscription that is not granted by then closes the
socket. This holds for each of the methods and subscriptions that may be called.

${ofVariables(apiLimits)}

## The login server

Files that the documents name have the budget of \`GET /frame\`.

${ofRoutes(ofLogin())}

${ofVariables(loginLimits)}

## The vault

${ofRoutes(ofVault())}

${ofVariables(vaultLimits)}

## The sponsor

Budgets in coins stand in its policy: [sponsor.md](sponsor.md).

${ofRoutes(ofSponsor())}

${ofVariables(sponsorLimits)}

## The relay

What a client sees of each: [relay.md](relay.md#limits).

${ofMethods()}

${ofVariables(relayLimits)}
`
}

const [begin, end] = ['<!-- limits: npm run limits -->', '<!-- end of limits -->']

/** A README with the table of its server between the marks. */
function writeReadme(text: string, limits: LimitTable): string {
  const [before = '', rest = ''] = text.split(begin)
  return `${before}${begin}\n${ofVariables(limits)}\n${end}${rest.split(end)[1] ?? ''}`
}

/** The generated text of each page that contains limits, by path. */
function writePages(): readonly (readonly [path: string, text: string])[] {
  const readmes = Object.entries(limitsOfServers).map(([app, limits]) => {
    const path = `apps/${app}/README.md`
    return [path, writeReadme(readFileSync(join(root, path), 'utf8'), limits)] as const
  })
  return [[pagePath, writeLimits()], ...readmes]
}

/** @returns a problem when `docs/limits.md` or a server's README is not what the code says */
export function checkLimits(): string {
  const stale = writePages().filter(
    ([path, text]) => readFileSync(join(root, path), 'utf8') !== text,
  )
  return stale.length === 0
    ? ''
    : `${stale.map(([path]) => path).join(', ')}: not what the code says, run npm run limits`
}

if (import.meta.main) for (const [path, text] of writePages()) writeFileSync(join(root, path), text)
