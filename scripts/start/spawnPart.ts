import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PartMessage, PartName, PartSettings, ReadyLine } from './part.ts'

/** A part that runs in a process of its own. */
export type Part = {
  readonly name: PartName
  /** Resolves when it serves; rejects with its own words when it can not. */
  readonly ready: Promise<void>
  /** Resolves when its process is gone, with the last lines it wrote to stderr. */
  readonly ended: Promise<string>
  /** Asks it to end and waits; `now` does not ask. */
  stop(parameters?: { now?: boolean }): Promise<void>
}

/** What a process needs to run at all; everything else of the environment stays with whoever typed `npm start`. */
const basicVariables = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG', 'TZ']
/** To write it takes seconds, at the end of the first start: it is there for all folders of state. */
export const compileCache = join(import.meta.dirname, '../../node_modules/.cache/foyer-start')
/** How long a part may take to end before its whole process group is killed, ms. */
const stopLimitMs = 15_000
const keptErrorLines = 20

/** Starts a part in a process group of its own, so that Ctrl-C reaches only the parent, which ends all in order. */
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
        // What was compiled once, in one part or another, is not compiled again.
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
  // Who waits hears it; a part that fails after its start is heard through `ended`.
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

/** Ends what a process left behind: the nodes of a chain outlive a parent that was killed. */
function killGroup(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
