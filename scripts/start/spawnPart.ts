import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PartMessage, PartName, PartSettings, ReadyLine } from './part.ts'

/** A part in a separate process. */
export type Part = {
  readonly name: PartName
  /** Resolves when it serves; rejects with its error message if it can not. */
  readonly ready: Promise<void>
  /** Resolves when its process has ended, with the last lines of its stderr. */
  readonly ended: Promise<string>
  /** Asks it to stop and waits; `now` kills it. */
  stop(parameters?: { now?: boolean }): Promise<void>
}

/** The environment that a process needs to run; the user's other variables are not passed on. */
const basicVariables = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG', 'TZ']
/** Writing the compile cache takes seconds at the end of the first start, so all state folders share it. */
export const compileCache = join(import.meta.dirname, '../../node_modules/.cache/foyer-start')
/** Time for a part to stop before its whole process group is killed, ms. */
const stopLimitMs = 15_000
const keptErrorLines = 20

/** Starts a part in a separate process group, so that Ctrl-C reaches only the parent, which stops all parts in order. */
export async function spawnPart(
  name: PartName,
  { onLine, settings }: { onLine: (line: ReadyLine) => void; settings: PartSettings },
): Promise<Part> {
  const logs = join(settings.folder, 'logs')
  await mkdir(logs, { recursive: true })
  const log = createWriteStream(join(logs, `${name}.log`))
  const child = spawn(
    process.execPath,
    ['--conditions=@foyer/source', join(import.meta.dirname, 'runPart.ts'), name],
    {
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...Object.fromEntries(
          basicVariables.flatMap((key) => (process.env[key] ? [[key, process.env[key]]] : [])),
        ),
        FOYER_PART: JSON.stringify(settings),
        // Share the compile cache between parts.
        NODE_COMPILE_CACHE: compileCache,
      },
    },
  )
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  let errors: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = [...errors, ...text.split('\n').filter((line) => line !== '')].slice(-keptErrorLines)
  })

  const ended = once(child, 'close').then(() => {
    log.end()
    return errors.join('\n')
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.on('message', (message: PartMessage) => {
      if (message.kind === 'line') onLine(message.line)
      else if (message.kind === 'ready') resolve()
      else reject(new Error(message.message))
    })
    void ended.then((words) => reject(new Error(words || 'It ended before it was ready.')))
  })
  // A waiting caller gets the error; a part that fails after its start reports it through `ended`.
  ready.catch(() => {})

  return {
    name,
    ready,
    ended,
    async stop({ now = false } = {}) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(now ? 'SIGKILL' : 'SIGTERM')
        const cut = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
        await ended
        clearTimeout(cut)
      }
      killGroup(child)
    },
  }
}

/** Kills the processes that a part left behind: a chain's node outlives a killed parent. */
function killGroup(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
