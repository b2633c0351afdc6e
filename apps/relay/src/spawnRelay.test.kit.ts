import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { testEnvironment } from '@foyer/server/testEnvironment'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

/** A relay in its own process. */
export type RelayProcess = {
  readonly url: string
  readonly pid: number
  /** Its output so far. */
  read(): string
  /** @returns its exit code; null when a signal ended it */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Starts `main.ts` with this environment and none of our other variables. */
export async function spawnRelay(env: Record<string, string>): Promise<RelayProcess> {
  const child = spawn(process.execPath, ['--conditions=@foyer/source', main], {
    env: testEnvironment({ PORT: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'warn', ...env }),
  })
  const ended = once(child, 'exit')
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const found = /Foyer relay on (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`The relay ended: ${output}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    read: () => output,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}
