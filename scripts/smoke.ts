/**
 * Checks that the build runs on the oldest supported Node: every package loads, every server starts, answers and stops.
 *
 * `node scripts/smoke.ts [node]`: the Node to test, this one by default. Run `npm run build` first.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const node = process.argv[2] ?? process.execPath
const startWaitMs = 60_000
const stopWaitMs = 10_000

const folders = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(root, group))
    .map((name) => join(group, name))
    .filter((folder) => existsSync(join(root, folder, 'package.json'))),
)

type Manifest = { name: string; exports?: Record<string, string | Record<string, string>> }

function loadPackage(folder: string): void {
  const { exports = {}, name } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as Manifest
  // Entries without a build are for tests.
  const entries = Object.entries(exports).filter(
    ([, target]) => typeof target !== 'string' && target.default !== undefined,
  )
  const code = entries.map(([entry]) => `await import('${name}${entry.slice(1)}')`).join('\n')
  execFileSync(node, ['--input-type=module', '--eval', code], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** The URL that a server prints when it is ready, or its other output. */
function untilReady(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (reason: string) => reject(new Error(`${reason}\n${output}`))
    const timer = setTimeout(() => fail(`not ready after ${startWaitMs} ms`), startWaitMs)
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /https?:\/\/[\w.-]+:\d+/.exec(output)
      if (!url) return
      clearTimeout(timer)
      resolve(url[0])
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.on('exit', (code) => {
      clearTimeout(timer)
      fail(`it ended with code ${code} before it was ready`)
    })
  })
}

const secret = () => randomBytes(32).toString('hex')
const key = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`

/** The environment that each server requires to start, by folder. */
const environments: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'apps/login': {
    LOGIN_ORIGIN: 'http://login.localhost:4001',
    FOYER_KEK_A: key('kekA-1'),
    OTP_PEPPER: secret(),
    TOKEN_KEYS: key('token-1'),
    // No server runs at these URLs; this one starts anyway.
    VAULT_URL: 'http://127.0.0.1:9',
    VAULT_SERVICE_SECRET: secret(),
    API_URL: 'http://127.0.0.1:9',
    API_SERVICE_TOKEN: secret(),
    SMTP_URL_A: 'smtp://login:word@127.0.0.1:9',
    MAIL_FROM_A: 'login@foyer.example',
  },
  'apps/sponsor': {
    SENDER_KEYS: `0x${secret()}`,
    POLICY: JSON.stringify({
      // No chain runs there; the server starts anyway.
      chains: [
        {
          ...{ caipId: 'eip155:31337', rpcUrl: 'http://127.0.0.1:9' },
          ...{ maxFeePerGas: '1', weiPerDay: '1' },
        },
      ],
    }),
  },
  'apps/vault': {
    PUBLIC_URL: 'http://vault.localhost:4002',
    LOGIN_ORIGIN: 'http://login.localhost:4001',
    // No server runs there; the vault starts anyway.
    AUTH_URL: 'http://127.0.0.1:9',
    TOKEN_ISSUER: 'http://login.localhost:4001',
    FOYER_KEK_B: key('kekB-1'),
    VAULT_HMAC_KEY: secret(),
    VAULT_SERVICE_SECRET: secret(),
    SMTP_URL_B: 'smtp://vault:word@127.0.0.1:9',
    MAIL_FROM_B: 'vault@foyer.example',
  },
}

async function tryServer(folder: string): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'foyer-smoke-'))
  const server = spawn(node, [join(root, folder, 'dist/main.js')], {
    cwd: state,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: join(state, 'data'),
      ...environments[folder],
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => server.on('exit', resolve))
  try {
    const url = await untilReady(server)
    const answer = await fetch(`${url}/health`)
    if (!answer.ok) throw new Error(`/health answers ${answer.status}`)
    server.kill('SIGTERM')
    const late = new Promise<'late'>((resolve) =>
      setTimeout(() => resolve('late'), stopWaitMs).unref(),
    )
    const code = await Promise.race([ended, late])
    if (code !== 0) throw new Error(`SIGTERM: it ended with ${code}`)
  } finally {
    server.kill('SIGKILL')
    await ended
    rmSync(state, { recursive: true, force: true })
  }
}

/** The only server that needs more than its compiled sources; the bundler needs the development Node. */
function buildLoginPages(): void {
  execFileSync(
    process.execPath,
    ['--conditions=@foyer/source', join(root, 'apps/login/src/build/buildCommand.ts')],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
}

const servers = folders.filter((folder) => existsSync(join(root, folder, 'dist/main.js')))
const trials: [string, () => void | Promise<void>][] = [
  ...folders.map((folder): [string, () => void] => [`${folder} loads`, () => loadPackage(folder)]),
  ['apps/login builds its pages', buildLoginPages],
  ...servers.map((folder): [string, () => Promise<void>] => [
    `${folder} starts, answers and stops`,
    () => tryServer(folder),
  ]),
]

console.log(`Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`)
let failed = servers.length === 0 ? 1 : 0
if (failed) console.log('FAILED no server is built: npm run build')
for (const [name, run] of trials) {
  try {
    await run()
    console.log(`ok     ${name}`)
  } catch (error) {
    failed += 1
    const { message, stderr } = error as Error & { stderr?: Buffer }
    console.log(`FAILED ${name}\n${stderr?.toString() || message}`)
  }
}
process.exitCode = failed > 0 ? 1 : 0
