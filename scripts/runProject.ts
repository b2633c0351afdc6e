import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type RunProject = {
  readonly root: string
  /** A project of `vitest.config.ts`. */
  readonly project: string
  /** Where its results go. */
  readonly file: string
  /** Paths, and options of Vitest. */
  readonly args: readonly string[]
}

/** Runs the tests of a project, line by line on the console, so that projects can run at once. @returns its exit code */
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
        // Each test file is a process, which would compile Vitest and the libraries anew.
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(line))
  // Ctrl-C reaches it by itself; a signal to this process alone does not.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
}
