/**
 * Runs tests again and again in one warm Vitest, in the folder it is started in: `process.send` asks for test files and
 * changed sources, and is answered with the first failed test. Started by `startRunner.ts`.
 */
import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest, type Reporter } from 'vitest/node'
import type { RunnerAnswer, RunnerRequest } from './startRunner.ts'

const root = process.cwd()
const tell = (answer: RunnerAnswer) => void process.send?.(answer)

/** Tells of each test that ended, so that a hanging one is noticed. */
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
    // A file after the other: the first one that fails is the last one.
    maxWorkers: 1,
    update: false,
    silent: true,
    // What a change makes wait for ever is known sooner; a test that says how long it takes has that long.
    testTimeout: 20_000,
    reporters: [reporter],
    // The nearest first, as they are given.
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
  // Vitest remembers the failures of runs before.
  const failed = testModules
    .filter((module) => module.state() === 'failed')
    .map((module) => relative(root, module.moduleId))
    .filter((path) => files.includes(path))
  if (failed.length > 0) return failed
  // An error that no test caught fails a run too.
  return unhandledErrors.length > 0 ? files : []
}

function keepOrder() {
  return { sort: async <file>(files: file) => files, shard: async <file>(files: file) => files }
}
