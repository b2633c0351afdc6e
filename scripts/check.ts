/** `npm run check`: every project rule that a machine can check. All steps run, even if one fails. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkDependencies } from './checkDependencies.ts'
import { checkIds } from './checkIds.ts'
import { checkImports } from './checkImports.ts'
import { checkLock } from './checkLock.ts'
import { checkPackages } from './checkPackages.ts'
import { checkSources } from './checkSources.ts'
import { checkLicences, readInstalledLicence } from './licences.ts'
import type { Lock } from './patchLock.ts'
import { runCommand } from './runCommand.ts'

const root = join(import.meta.dirname, '..')

/** The problems as printable text; empty if there are none. */
type Step = { name: string; run: () => Promise<string> }

async function tool(command: string, ...args: string[]): Promise<string> {
  const { code, output } = await runCommand(command, args, { root })
  return code === 0 ? '' : output || `${command} ended with code ${code}`
}

/** The steps that build first, then those that only read the sources. */
async function types(): Promise<string> {
  // By default four checkers a project, each with all types of its own, build four projects at once.
  const problems = [await tool('tsc', '-b', '--checkers', '1', '--builders', '2')]
  const alone = ['--noEmit', '--composite', 'false', '--incremental', 'false', '--checkers', '1']
  for (const folder of ['e2e', 'examples', 'bench', 'scripts'])
    problems.push(await tool('tsc', '-p', folder, ...alone))
  return problems.join('')
}

function licences(): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  return checkLicences(lock, (path) => readInstalledLicence(root, path)).join('\n')
}

const tests = (...files: string[]) => tool('vitest', 'run', '--project', 'node', ...files)

const layerProblems = () => [...checkImports(root), ...checkDependencies(root)].join('\n')

// Two at a time on two cores. The packages are built from the output of `types`, so these two share a queue.
const queues: Step[][] = [
  [
    { name: 'types', run: types },
    { name: 'packages', run: () => checkPackages(root) },
  ],
  [
    { name: 'format, lint', run: () => tool('biome', 'check', '--error-on-warnings', '.') },
    { name: 'promises', run: () => tool('oxlint', '--deny-warnings') },
    { name: 'core without DOM', run: () => tool('tsc', '-p', 'scripts/headless') },
    { name: 'dead code', run: () => tool('knip', '--no-progress') },
    { name: 'layers', run: async () => layerProblems() },
    { name: 'style facts', run: async () => checkSources(root).join('\n') },
    {
      name: 'exports, limits',
      run: () => tests('scripts/exports.test.ts', 'scripts/limitsTable.test.ts'),
    },
    { name: 'ids', run: async () => checkIds(root).join('\n') },
    { name: 'licences', run: async () => licences() },
    { name: 'lockfile', run: async () => checkLock(root).join('\n') },
  ],
]

let failed = 0

async function runStep({ name, run }: Step): Promise<void> {
  const startedAt = performance.now()
  const problems = (await run().catch((error: unknown) => String(error))).trim()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `${problems === '' ? 'ok    ' : 'FAILED'} ${name.padEnd(18)} ${seconds.padStart(5)} s`,
  )
  if (problems === '') return
  failed += 1
  console.log(problems.replace(/^/gm, '       '))
}

await Promise.all(
  queues.map(async (queue) => {
    for (const step of queue) await runStep(step)
  }),
)
const total = queues.flat().length
console.log(failed === 0 ? `all ${total} checks pass` : `${failed} of ${total} checks failed`)
process.exitCode = failed === 0 ? 0 : 1
