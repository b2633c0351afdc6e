import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCpuMs } from './readCpuMs.ts'

/** A server in a separate process, whose memory and CPU time can be read. */
export type Server = {
  readonly url: string
  /** Current resident bytes. */
  readRss(): number
  /** Used bytes of its JavaScript heap, from its metrics. */
  readHeap(): Promise<number>
  /** CPU time so far, in ms. */
  readCpuMs(): number
  /** CPU time of the longest turn of its event loop since the last call, in ms. */
  readLongestTurn(): Promise<number>
  end(signal?: NodeJS.Signals): Promise<void>
}

/** Built, as an operator runs it: running the sources would also count Node's type stripping. */
const relayFolder = fileURLToPath(new URL('..', import.meta.resolve('@foyer/relay')))
const forwarderMain = new URL('./forwarder.ts', import.meta.url)
const watchTurns = fileURLToPath(new URL('./watchTurns.ts', import.meta.url))
/** Raises every limit that a benchmark exceeds on purpose. */
const free = {
  SOCKETS_PER_ADDRESS: '1000000',
  HANDSHAKES_PER_10S: '1000000',
  REQUESTS_PER_SECOND: '1000000',
  RECEIVE_KB_PER_SECOND_PER_ADDRESS: '1000000',
  PUBLISH_KB_PER_MINUTE: '1000000',
  PUBLISH_KB_PER_MINUTE_PER_ADDRESS: '1000000',
  HELD_MB_PER_CLIENT: '65536',
  HELD_MB_PER_ADDRESS: '65536',
  SUBSCRIPTIONS_PER_CLIENT: '400000',
  TOPICS_PER_CLIENT: '100000',
  MAILBOX_MB: '1024',
  DRAIN_SECONDS: '0',
}

/** Compiles the relay; throws with the compiler's output. */
export function buildRelay(): void {
  const protocol = join(relayFolder, '../../packages/protocol')
  // Only the relay: the packages that its tests need may be half edited.
  for (const args of [
    ['-b', protocol],
    ['-p', relayFolder],
  ]) {
    const { status, stdout } = spawnSync('tsc', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The relay does not compile:\n${stdout}`)
  }
}

/**
 * Starts a relay with empty mailboxes, or with those in `env.DATA_DIR`.
 * @param limits - `default`: those that an operator has who sets none. @default none that a benchmark could reach
 */
export async function spawnRelay(
  env: Record<string, string> = {},
  { limits = 'none' }: { limits?: 'none' | 'default' } = {},
): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-relay-'))
  const server = await spawnServer(join(relayFolder, 'dist/main.js'), {
    ...(limits === 'none' && free),
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    ...env,
  })
  return {
    ...server,
    async end(signal) {
      await server.end(signal)
      await rm(folder, { recursive: true })
    },
  }
}

/** A bare forwarder over the same WebSocket library: no token, no mailbox, no limit. */
export function spawnForwarder(): Promise<Server> {
  return spawnServer(fileURLToPath(forwarderMain), {})
}

const metricsToken = 'what-metrics-want-here'

async function spawnServer(main: string, env: Record<string, string>): Promise<Server> {
  // With the command of the README.
  const options = ['--max-semi-space-size=32', '--import', watchTurns]
  const child: ChildProcess = spawn(process.execPath, [...options, main], {
    env: { PATH: process.env.PATH, PORT: '0', METRICS_TOKEN: metricsToken, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const found = /on (ws:\S+)/.exec(chunk.toString())?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error('The server did not start')))
  })
  const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
  return {
    url,
    readRss: () => Number(/VmRSS:\s+(\d+)/.exec(read('status'))?.[1]) * 1024,
    async readHeap() {
      const response = await fetch(`${url.replace('ws:', 'http:')}/metrics`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      })
      const found = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(await response.text())
      return Number(found?.[1])
    },
    readCpuMs: () => readCpuMs(child.pid),
    async readLongestTurn() {
      child.send('turn')
      const [longest] = (await once(child, 'message')) as [number]
      return longest
    },
    async end(signal = 'SIGKILL') {
      child.kill(signal)
      await ended
    },
  }
}
