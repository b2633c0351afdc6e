/**
 * Runs tests repeatedly in one warm Vitest, in the folder where it starts: a message of `process.send` names test files and
 * changed sources, and the answer is the first failed test. Started by `startRunner.ts`.
 */
import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest, type Reporter } from 'vitest/node'
import type { RunnerAnswer, RunnerRequest } from './startRunner.ts'

const root = process.cwd()
const tell = (answer: RunnerAnswer) => void process.send?.(answer)

/** Reports each finished test, so that the parent notices a hanging one. */
const reporter: Reporter = {
  onTestModuleStart: () => tell({ type: 'alive' }),
  onTestCaseResult: () => tell({ type: 'alive' }),
}

const vitest = await createVitest(
  {
    root,
    watch: false,
    bail: 1,
    retry: 0,
    // Run one file after the other, because the first failure ends the run.
    maxWorkers: 1,
    update: false,
    silent: true,
    // Use a shorter timeout, so that a mutant that waits for ever is found sooner; a test with its own timeout keeps it.
    testTimeout: 20_000,
    reporters: [reporter],
    // Keep the given order, nearest first.
    sequence: { sequencer: keepOrder as never },
  },
  { logLevel: 'silent' },
)
await vitest.standalone()

const { FOYER_SWITCHES: switches } = process.env
if (switches) {
  for (const project of vitest.projects)
    project.config.runner = join(import.meta.dirname, 'switchingRunner.ts')
  let size = 0
  setInterval(() => {
    const now = statSync(switches, { throwIfNoEntry: false })?.size ?? 0
    if (now !== size) tell({ type: 'alive' })
    size = now
  }, 1_000)
}

process.on('message', (request: RunnerRequest) => {
  run(request).then(
    (failed) => tell({ type: 'done', failed }),
    (error: unknown) => tell({ type: 'broken', message: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
tell({ type: 'ready' })

async function run({ changed, files }: RunnerRequest): Promise<readonly string[]> {
  for (const path of changed) vitest.invalidateFile(join(root, path))
  const specifications = files.flatMap((path) => vitest.getModuleSpecifications(join(root, path)))
  if (specifications.length < files.length)
    throw new Error(`no test project takes one of ${files.join(', ')}`)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // Vitest remembers the failures of earlier runs.
  const failed = testModules
    .filter((module) => module.state() === 'failed')
    .map((module) => relative(root, module.moduleId))
    .filter((path) => files.includes(path))
  if (failed.length > 0) return failed
  // An uncaught error fails a run too.
  return unhandledErrors.length > 0 ? files : []
}

function keepOrder() {
  return { sort: async <file>(files: file) => files, shard: async <file>(files: file) => files }
}
