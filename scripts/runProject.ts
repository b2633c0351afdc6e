import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type RunProject = {
  readonly root: string
  /** A project of `vitest.config.ts`. */
  readonly project: string
  /** Path for its results. */
  readonly file: string
  /** Paths and options for Vitest. */
  readonly args: readonly string[]
}

/** Runs the tests of a project and prints whole lines, so that projects can run in parallel. @returns its exit code */
export function runProject({ args, file, project, root }: RunProject): Promise<number | null> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project', project, '--passWithNoTests', ...args],
    {
      cwd: root,
      env: {
        ...process.env,
        FOYER_RESULTS: file,
        // Each test file is a process, which would otherwise compile Vitest and the libraries again.
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(line))
  // The terminal sends it Ctrl-C too, but a signal to this process alone would not reach it.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
}
