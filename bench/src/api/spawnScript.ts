import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A server of the benchmark in a process of its own. */
export type Spawned = {
  readonly url: string
  /** Resident bytes. */
  readRss(): number
  end(): Promise<void>
}

/** Starts a script of this folder, which prints `on <url>`. */
export async function spawnScript(script: string, argument: string): Promise<Spawned> {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@foyer/source', file, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /on (http:\S+)/.exec(chunk.toString())?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`${script} did not start`)))
  })
  return {
    url,
    readRss: () =>
      1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]),
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
