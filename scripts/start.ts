/**
 * `npm start`: everything on this machine, with no account and no internet.
 *
 * `npm start -- --reset` deletes the state first. `PORT_SITE`, `PORT_LOGIN`, `PORT_VAULT`, `PORT_WALLET`, `PORT_PHONE`,
 * `PORT_MAIL`, `PORT_SMTP`, `PORT_CARD`, `PORT_BRIDGE`, `PORT_IDENTITY`, `PORT_FARCASTER`, `PORT_SPONSOR`,
 * `PORT_API`, `PORT_RELAY`, `PORT_CHAIN`, `PORT_CHAIN_TWO` and `PORT_SOLANA` change ports; `FOYER_DIR` changes the state's folder.
 */
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { addressesOf } from './start/addresses.ts'
import { prepareDatabases } from './start/databases.ts'
import { type PartName, partNames, type ReadyLine } from './start/part.ts'
import { findPortOwner, isPortFree } from './start/portOwner.ts'
import { makeSecrets } from './start/secrets.ts'
import { listPorts, readSettings, type Settings } from './start/settings.ts'
import { type Part, spawnPart } from './start/spawnPart.ts'
import { watchAncestors } from './start/watchAncestors.ts'

const root = join(import.meta.dirname, '..')
const startedAt = performance.now()
const isTerminal = process.stdout.isTTY === true && !process.env.NO_COLOR
const paint = (code: number) => (text: string) =>
  isTerminal ? `\x1b[${code}m${text}\x1b[0m` : text
const [bold, quiet, red] = [paint(1), paint(2), paint(31)]

const parts: Part[] = []
const ending = new AbortController()
let isStopping = false
let isReady = false

/** Stops every part, those that others depend on last. */
async function stopAll({ now = false } = {}): Promise<void> {
  const running = [...parts].reverse()
  const chains = running.filter(({ name }) => name === 'devnet')
  await Promise.all(
    running.filter(({ name }) => name !== 'devnet').map((part) => part.stop({ now })),
  )
  await Promise.all(chains.map((part) => part.stop({ now })))
}

async function end(code: number): Promise<never> {
  isStopping = true
  ending.abort()
  await stopAll()
  process.exit(code)
}

function fail(message: string): Promise<never> {
  console.error(`\n${red(isReady ? 'Foyer has stopped.' : 'Foyer can not start.')} ${message}`)
  return end(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A second Ctrl-C stops the parts at once.
    if (isStopping) return void stopAll({ now: true }).then(() => process.exit(1))
    console.log(quiet('\nStopping…'))
    void end(0)
  })

// Only under npm: a user who starts this in the background may close the shell.
if (process.env.npm_lifecycle_event === 'start')
  watchAncestors(() => {
    if (!isStopping) void end(0)
  })

function printLine({ url, what }: ReadyLine): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`  ${what.padEnd(42)}${url.padEnd(33)} ${quiet(`${seconds} s`)}`)
}

/** Checks for known problems, and describes each in one sentence with its fix. */
async function findObstacle({ folder, ports }: Settings): Promise<string | undefined> {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < 24)
    return `Foyer needs Node 24 or newer, but this is ${process.version}. On Linux and Windows "npm install" includes it; elsewhere install it from nodejs.org.`
  for (const name of [
    '@foyer/api',
    '@foyer/devnet',
    '@foyer/login',
    '@foyer/relay',
    '@foyer/site',
    '@foyer/sponsor',
    '@foyer/vault',
    'vite',
    'viem',
    '@foundry-rs/anvil',
    'litesvm',
  ])
    if (!existsSync(join(root, 'node_modules', name)))
      return `The package ${name} is not installed. Run: npm install`
  for (const { port, variable } of listPorts(ports)) {
    if (await isPortFree(port)) continue
    const owner = await findPortOwner(port)
    const other = variable === 'PORT_SITE' ? 4400 : port + 400
    return `Port ${port} is in use${owner ? ` by ${owner}` : ''}. Stop it, or choose another port: ${variable}=${other} npm start${
      existsSync(folder) && owner?.includes('runPart')
        ? '\n"npm start" may already be running.'
        : ''
    }`
  }
  return undefined
}

/** Deletes all state, except the compile cache and the empty database. */
async function reset(folder: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : []
  for (const name of names.filter((one) => one !== 'devnet' && one !== 'cache'))
    await rm(join(folder, name), { recursive: true, force: true })
  await rm(join(folder, 'devnet/state'), { recursive: true, force: true })
}

async function main(): Promise<void> {
  let settings: Settings
  try {
    settings = readSettings(process.argv.slice(2), process.env)
  } catch (error) {
    return fail((error as Error).message)
  }
  const obstacle = await findObstacle(settings)
  if (obstacle) return fail(obstacle)
  if (settings.reset) await reset(settings.folder)
  await makeSecrets(settings.folder)

  console.log(`\n${bold('Foyer')} is starting\n`)
  const { folder, ports } = settings
  const failed = (name: PartName) => (error: Error) => {
    if (isStopping) return
    const log = relative(process.cwd(), join(folder, 'logs', `${name}.log`))
    return fail(`The part "${name}" failed: ${error.message}\nSee ${log}`)
  }
  prepareDatabases(folder, ending.signal).catch((error: Error) => {
    if (!isStopping) return fail(`The data folders can not be made: ${error.message}`)
  })
  for (const name of partNames)
    parts.push(await spawnPart(name, { settings: { folder, ports }, onLine: printLine }))
  for (const part of parts)
    void part.ended.then((words) =>
      failed(part.name)(new Error(words || 'it stopped unexpectedly.')),
    )
  await Promise.all(parts.map((part) => part.ready.catch(failed(part.name))))
  if (isStopping) return
  isReady = true

  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `\nReady in ${seconds} s. Ctrl-C stops everything; ${quiet('npm start -- --reset')} deletes the saved state.`,
  )
  console.log(`\n  Open ${bold(addressesOf(settings).site)}\n`)
}

await main()
