import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@foyer/devnet'
import { readCpuMs } from './readCpuMs.ts'

/** Debian's program name; it comes from the machine, not from a package. */
const redisServer = 'redis-server'

/** Starts a separate Redis in memory; undefined if this machine has none. */
export async function startRedis(): Promise<
  { url: string; readCpuMs(): number; stop(): Promise<void> } | undefined
> {
  if (spawnSync(redisServer, ['--version']).status !== 0) return undefined
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(redisServer, args, { stdio: 'ignore' })
  const isThere = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false)).on('connect', () => socket.end())
    })
  while (!(await isThere())) await sleep(20)
  return {
    url: `redis://127.0.0.1:${port}`,
    readCpuMs: () => readCpuMs(child.pid),
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
