import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { devnetAccounts } from './accounts.ts'
import { devnetAddresses } from './addresses.ts'
import type { EvmChain } from './startEvm.ts'

/** A running bundler. */
export type Bundler = { readonly url: string; stop(): Promise<void> }

/** `npm run bundler` installs it there: it is GPL-3.0, and no part of Foyer. */
const folder = process.env.BUNDLER_DIR ?? join(import.meta.dirname, '../../../.foyer/bundler')
const program = join(folder, 'node_modules/@pimlico/alto/esm/cli/alto.js')

/** Tells whether a bundler is installed. */
export const hasBundler = existsSync(program)

const startLimitMs = 60_000

/**
 * Starts Pimlico's bundler alto for EntryPoint 0.8 of a chain.
 * @throws Error with its output when it does not start
 */
export async function startBundler(
  chain: Pick<EvmChain, 'url'>,
  { port }: { port: number },
): Promise<Bundler> {
  const [executor, utility] = devnetAccounts.slice(8) as unknown as [Key, Key]
  const child = spawn(
    process.execPath,
    [
      ...[program, 'run', '--port', String(port), '--rpc-url', chain.url],
      ...['--entrypoints', devnetAddresses.entryPoint, '--log-level', 'error'],
      ...['--executor-private-keys', executor.privateKey],
      ...['--utility-private-key', utility.privateKey],
      // Its rules for validation need a tracer that anvil does not have.
      ...['--safe-mode', 'false', '--min-executor-balance', '0', '--bundling-mode', 'auto'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      printed = (printed + text.toString()).slice(-4000)
    })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  const until = Date.now() + startLimitMs
  while (child.exitCode === null && Date.now() < until) {
    if (await answers(url)) return { url, stop }
    await sleep(200)
  }
  await stop()
  throw new Error(`The bundler does not start: ${printed}`)
}

type Key = { readonly privateKey: Hex }

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_supportedEntryPoints',
        params: [],
      }),
    })
    return response.ok
  } catch {
    return false
  }
}
