import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { solanaAccounts } from '@foyer/devnet'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findPortOwner, isPortFree } from './start/portOwner.ts'
import { portVariables } from './start/settings.ts'

const root = join(import.meta.dirname, '..')
const variables = Object.values(portVariables).map(({ variable }) => variable)
let folder: string
let ports: Record<string, number>
/** The chain's last block when the first start ended. */
let block: unknown
const runs: Run[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-start-'))
  const free = await findFreePorts(variables.length)
  ports = Object.fromEntries(variables.map((variable, index) => [variable, free[index] as number]))
})
// A failed test leaves nothing running: the parts end when their parent is gone.
afterEach(async () => {
  for (const { child, ended } of runs.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  await expect.poll(allFree, { interval: 200 }).toBe(true)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * Finds free ports, every second one of a row, because Solana also takes the next one. They are below the range that systems use
 * for outgoing connections, which hold ports for minutes.
 */
async function findFreePorts(count: number): Promise<number[]> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const row = Array.from({ length: 2 * count }, (_, index) => first + index)
    const free = await Promise.all(row.map(isPortFree))
    if (free.every(Boolean)) return row.filter((_, index) => index % 2 === 0)
  }
}

type Run = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

const run = (...args: string[]) =>
  runCommand(process.execPath, [
    '--conditions=@foyer/source',
    join(root, 'scripts/start.ts'),
    ...args,
  ])

function runCommand(command: string, args: string[]): Run {
  const child = spawn(command, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      FOYER_DIR: folder,
      SECRET_OF_MINE: 'kept',
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const started: Run = {
    child,
    output: () => output,
    ended: once(child, 'close').then(([code]) => code as number | null),
  }
  runs.push(started)
  return started
}

/** Waits for its output. */
async function printed(started: Run, words: RegExp): Promise<void> {
  const ended = started.ended.then(() => {
    throw new Error(`It ended:\n${started.output()}`)
  })
  const found = expect.poll(started.output, { timeout: 120_000, interval: 100 }).toMatch(words)
  await Promise.race([found, ended])
}

const ready = (started: Run) => printed(started, /Open http:\/\/site\.localhost:\d+/)
/** Every part has started by then, and most are not ready. */
const chainsAnswer = (started: Run) => printed(started, /Foyer Solana +http/)

const allFree = async () => {
  const all = [...Object.values(ports), (ports.PORT_SOLANA as number) + 1]
  const free = await Promise.all(all.map(isPortFree))
  return free.every(Boolean)
}

/** The servers' secret files, by part and name. */
async function readSecrets(): Promise<Record<string, string>> {
  const names = ['api', 'login', 'vault'].map(async (part) => {
    const entries = await readdir(join(folder, part), { withFileTypes: true })
    return entries
      .filter((entry) => /^[A-Z_]+$/.test(entry.name))
      .map(({ name }) => `${part}/${name}`)
  })
  const read = (await Promise.all(names)).flat().map(async (name) => {
    return [name, (await readFile(join(folder, name), 'utf8')).trim()] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** The process that listens on this port. */
const ownerOf = async (variable: string) =>
  /process (\d+)/.exec((await findPortOwner(ports[variable] as number)) ?? '')?.[1]

/** The environment of the process that listens on this port; undefined if the system does not tell. */
const readEnvironmentOf = async (variable: string) =>
  readFile(`/proc/${await ownerOf(variable)}/environ`, 'utf8').catch(() => '')

async function rpc(
  method: string,
  params: unknown[] = [],
  port = ports.PORT_CHAIN,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: unknown }).result
}

test('starts every part, keeps its state, and leaves no process behind', async () => {
  const first = run()
  await ready(first)
  expect(first.output()).toMatch(/Foyer Devnet, chain 31337 +http:\/\/127\.0\.0\.1:\d+ +\d/)
  for (const [variable, path] of [
    ['PORT_SITE', '/'],
    ['PORT_API', '/health'],
    ['PORT_WALLET', '/devwallet.js'],
    ['PORT_PHONE', '/wc'],
    ['PORT_MAIL', '/'],
    ['PORT_VAULT', '/health'],
    ['PORT_LOGIN', '/health'],
    ['PORT_SPONSOR', '/health'],
  ] as const)
    expect((await fetch(`http://127.0.0.1:${ports[variable]}${path}`)).status, variable).toBe(200)
  const origin = `http://site.localhost:${ports.PORT_SITE}`
  const listed = await fetch(
    `http://127.0.0.1:${ports.PORT_API}/getWallets?projectId=foyer-demo&st=foyer&sv=html-eip155-0.1.0&page=1&entries=4`,
    { headers: { Origin: origin } },
  )
  expect(listed.headers.get('Access-Control-Allow-Origin')).toBe(origin)
  expect(((await listed.json()) as { data: object[] }).data[0]).toMatchObject({
    name: 'Foyer Phone Wallet',
    webapp_link: `http://phone.localhost:${ports.PORT_PHONE}`,
  })
  const framed = await fetch(`http://127.0.0.1:${ports.PORT_LOGIN}/frame?pid=foyer-demo&v=4`)
  expect(framed.headers.get('Content-Security-Policy')).toContain(`frame-ancestors ${origin};`)
  const kept = await readSecrets()
  expect(Object.keys(kept)).toEqual(
    expect.arrayContaining(['login/FOYER_KEK_A', 'vault/FOYER_KEK_B']),
  )
  for (const variable of ['PORT_LOGIN', 'PORT_VAULT']) {
    const environment = await readEnvironmentOf(variable)
    for (const secret of [...Object.values(kept), 'SECRET_OF_MINE'])
      expect(environment).not.toContain(secret)
  }
  await rpc('anvil_mine', ['0x5'])
  block = await rpc('eth_blockNumber')
  expect(first.output()).toMatch(/Foyer Solana +http:\/\/127\.0\.0\.1:\d+ +\d/)
  const solana = (method: string, ...params: unknown[]) => rpc(method, params, ports.PORT_SOLANA)
  const gift = await solana('requestAirdrop', solanaAccounts[9]?.address, 5_000_000)

  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(await allFree()).toBe(true)

  const second = run()
  await ready(second)
  expect(await rpc('eth_blockNumber')).toBe(block)
  expect(await readSecrets()).toEqual(kept)
  expect(await solana('getTransaction', gift, { maxSupportedTransactionVersion: 0 })).toMatchObject(
    {
      meta: { err: null },
    },
  )

  // A second start names the process that uses the port.
  const third = run()
  expect(await third.ended).toBe(1)
  expect(third.output()).toMatch(
    new RegExp(`Port ${ports.PORT_SITE} is in use by process \\d+.*PORT_SITE=\\d+ npm start`, 's'),
  )
  expect(await rpc('eth_blockNumber')).toBe(block)

  // When one part dies, the others end too.
  process.kill(Number(await ownerOf('PORT_CHAIN')), 'SIGKILL')
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(/Foyer has stopped\. The part "devnet" failed/)
  expect(await allFree()).toBe(true)
})

test('ends when npm is stopped, although npm stops only its shell', async () => {
  const started = runCommand('npm', ['start'])
  await chainsAnswer(started)
  started.child.kill('SIGTERM')
  await started.ended
  await expect.poll(allFree, { interval: 200 }).toBe(true)
})

test('the parts end by themselves when their parent is killed', async () => {
  const started = run()
  await chainsAnswer(started)
  started.child.kill('SIGKILL')
  await started.ended
  await expect.poll(allFree, { interval: 200 }).toBe(true)
})

test('resets the state, and ends in the middle of its start when stopped', async () => {
  const kept = await readSecrets()
  const started = run('--reset')
  await chainsAnswer(started)
  expect(await rpc('eth_blockNumber')).not.toBe(block)
  expect((await readSecrets())['vault/FOYER_KEK_B']).not.toBe(kept['vault/FOYER_KEK_B'])
  started.child.kill('SIGTERM')
  expect(await started.ended).toBe(0)
  expect(await allFree()).toBe(true)
})

test('rejects an unknown flag', async () => {
  const started = run('--resett')
  expect(await started.ended).toBe(1)
  expect(started.output()).toContain('--resett')
})
