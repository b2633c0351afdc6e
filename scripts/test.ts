/**
 * `npm test`: all tests in Node, in a real browser, and end to end; `npm test -- path` only those of a path.
 *
 * `--changed`: what the branch changed, or `--since <commit>`; `--unit`: what needs no server and no browser;
 * `--project node|browser|e2e`; `--shuffle`: files in random order; other options are Vitest's. `CHROMIUM` names the browser; `DATABASE_URL_TEST` a
 * PostgreSQL that the database tests use besides PGlite.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installChromium } from './installChromium.ts'
import { readBase, readChangedLines } from './reach/readChangedLines.ts'
import { groupTests, selectChanged } from './reach/selectTests.ts'
import { listFailures, listSlowest, readResults, type Totals, totalsLine } from './readResults.ts'
import { readTestOptions } from './readTestOptions.ts'
import { runProject } from './runProject.ts'

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
const options = readTestOptions(process.argv.slice(2))
const selected = options.isUnit
  ? groupTests(root).unit
  : options.isChanged
    ? selectChanged(root, readChangedLines(root, options.since ?? readBase(root)).keys())
    : undefined
if (selected) console.log(`${selected.length} test files`)
if (selected?.length === 0) process.exit(0)
if (!options.isUnit) process.env.CHROMIUM = installChromium()
const order =
  options.shuffleSeed === undefined
    ? []
    : ['--sequence.shuffle.files', `--sequence.seed=${options.shuffleSeed}`]
if (order.length > 0) console.log(`files in the order of seed ${options.shuffleSeed}`)
const isAll = !selected && options.rest.length === 0 && options.projects.length === 3
if (isAll) rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const startedAt = Date.now()
const total: Totals = { passed: 0, failed: 0, skipped: 0 }
const lines: string[] = []
/** The failed tests, errors that no test caught, and tests that passed on a retry. */
const told: string[] = []
const slowest: { file: string; seconds: number }[] = []

async function run(name: string, project: string, args: readonly string[]): Promise<void> {
  const words = [name, ...options.rest].join('-').replace(/[^\w.]+/g, '-')
  // A name of many paths would be longer than a file system takes.
  const file = join(results, `${words.slice(0, 200)}.json`)
  rmSync(file, { force: true })
  rmSync(`${file}.apart`, { force: true })
  const runStartedAt = Date.now()
  const exitCode = await runProject({
    root,
    project,
    file,
    args: [...args, ...order, ...options.rest],
  })
  const totals = readResults(file, exitCode)
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += totals[key]
  if (totals.failed > 0) told.push(...listFailures(file).map((line) => `failed: ${line}`))
  if (existsSync(`${file}.apart`))
    told.push(...readFileSync(`${file}.apart`, 'utf8').trim().split('\n'))
  slowest.push(...listSlowest(file))
  const seconds = Math.round((Date.now() - runStartedAt) / 1000)
  lines.push(`${name.padEnd(8)} ${totalsLine(totals)} (${seconds} s)`)
}

/** Runs files; without any, Vitest would run the whole project. */
async function runFiles(name: string, project: string, flags: string[], files: readonly string[]) {
  if (files.length > 0) await run(name, project, [...flags, ...files])
}

/** Files share their workers with modules and databases, which takes half the time of a process per file. */
const runSharing = (name: string, files: readonly string[], workers = 2) =>
  runFiles(name, 'node', ['--no-isolate', `--maxWorkers=${workers}`], files)

const { projects } = options
/** The tests of a project, if it is among those to run. */
const runIf = async (project: 'browser' | 'e2e' | 'node') => {
  if (projects.includes(project)) await run(project, project, selected ?? [])
}

/** Runs beside each other: while tests with pages wait for their browsers, others compute. */
async function runAll(): Promise<void> {
  const { alone, journeys, journeysAlone, pages, servers, unit } = groupTests(root)
  // Run by the lane that is free first, so that both end at about the same time.
  const queue = [
    async () => {
      await runFiles('e2eAlone', 'e2e', ['--maxWorkers=1'], journeysAlone)
      await runFiles('alone', 'node', [], alone)
    },
    () => run('browser', 'browser', []),
  ]
  const runLane = async (jobs: readonly (() => Promise<void>)[]) => {
    for (const job of jobs) await job()
    for (let job = queue.shift(); job; job = queue.shift()) await job()
  }
  await Promise.all([
    runLane([
      () => runFiles('e2e', 'e2e', ['--no-isolate'], journeys),
      () => runSharing('pages', pages, 3),
    ]),
    runLane([() => runSharing('unit', unit), () => runSharing('servers', servers)]),
  ])
}

if (options.isUnit) await runSharing('unit', selected ?? [])
else if (isAll) await runAll()
else await Promise.all([runIf('e2e'), runIf('node').then(() => runIf('browser'))])

slowest.sort((one, other) => other.seconds - one.seconds)
for (const { file, seconds } of slowest.slice(0, 10))
  console.log(`slow: ${seconds.toFixed(1).padStart(6)} s ${file.replace(`${root}/`, '')}`)
for (const line of told) console.log(line.replaceAll(`${root}/`, ''))
console.log(lines.join('\n'))
console.log(`${Math.round((Date.now() - startedAt) / 1000)} s in all`)
if (total.passed + total.failed === 0) console.log('No test ran: the path matches no test file')
console.log(totalsLine(total))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
