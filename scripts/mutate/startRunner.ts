import { type ChildProcess, spawn } from 'node:child_process'

export type RunnerRequest = {
  readonly files: readonly string[]
  readonly changed: readonly string[]
}
export type RunnerAnswer =
  | { readonly type: 'ready' | 'alive' }
  /** `failed` are test files; empty: every test passed. */
  | { readonly type: 'done'; readonly failed: readonly string[] }
  | { readonly type: 'broken'; readonly message: string }

/** For the start of a Vitest, ms. */
const startLimitMs = 120_000

export type Outcome = { readonly failed: readonly string[] } | 'timed out'

export type Runner = {
  /** Runs test files, nearest first, until one fails. `changed` are the mutated sources. */
  run(request: RunnerRequest): Promise<Outcome>
  stop(): void
}

/**
 * Starts a warm Vitest in `root`, in a separate process group.
 *
 * @param options.script - `runTests.ts`, next to the Vitest that the tests of `root` import.
 * @param options.switches - The file that `switchingRunner.ts` writes to; without it tests run normally.
 * @param options.quietMs - If no test finishes for this time, the run counts as hanging, and its whole process group is killed.
 */
export function startRunner(
  root: string,
  { quietMs, script, switches }: { quietMs: number; script: string; switches?: string },
): Runner {
  let child: ChildProcess | undefined
  const stop = () => {
    const { pid } = child ?? {}
    child = undefined
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has already exited.
    }
  }

  /** Sends a request and waits for its answer; `undefined` waits for the start. */
  const ask = (started: ChildProcess, request?: RunnerRequest): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout
      const end = (settle: () => void) => {
        clearTimeout(timer)
        started.removeAllListeners('message').removeAllListeners('exit')
        settle()
      }
      const wait = () => {
        clearTimeout(timer)
        timer = setTimeout(
          () => {
            stop()
            end(() => resolve('timed out'))
          },
          request ? quietMs : Math.max(quietMs, startLimitMs),
        )
      }
      started.on('message', (answer: RunnerAnswer) => {
        if (answer.type === 'alive') wait()
        else if (answer.type === 'broken') end(() => reject(new Error(answer.message)))
        else end(() => resolve({ failed: answer.type === 'done' ? answer.failed : [] }))
      })
      started.on('exit', (code) => {
        child = undefined
        end(() => reject(new Error(`Vitest ended with ${code}`)))
      })
      wait()
      if (request) started.send(request)
    })

  return {
    async run(request) {
      if (!child) {
        child = spawn(process.execPath, [script], {
          cwd: root,
          detached: true,
          env: {
            ...process.env,
            ...(switches ? { FOYER_SWITCHES: switches } : {}),
            FOYER_RESULTS: 'test-results/mutate.json',
          },
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        })
        if ((await ask(child)) === 'timed out') throw new Error('Vitest does not start')
      }
      return await ask(child, request)
    },
    stop,
  }
}
