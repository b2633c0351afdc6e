/**
 * `npm test`: every test in Node, in a real browser, and end to end; `npm test -- path` only those of a path.
 *
 * `CHROMIUM` names the browser; `DATABASE_URL_TEST` a PostgreSQL the database tests use besides PGlite.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installChromium } from './installChromium.ts'
import { listFailures, readResults, totalsLine } from './readResults.ts'

const root = join(import.meta.dirname, '..')
const allProjects = ['node', 'browser', 'e2e']

/** Takes `--project x` and `--project=x` out of the arguments: each project is a run of its own. */
function readProjects(args: string[]): { projects: string[]; rest: string[] } {
  const projects: string[] = []
  const rest: string[] = []
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? ''
    if (word === '--project') projects.push(args[++i] ?? '')
    else if (word.startsWith('--project=')) projects.push(word.slice('--project='.length))
    else rest.push(word)
  }
  const unknown = projects.find((name) => !allProjects.includes(name))
  if (unknown !== undefined)
    throw new Error(`there is no test project "${unknown}": ${allProjects.join(', ')}`)
  return { projects: projects.length > 0 ? projects : allProjects, rest }
}

const { projects, rest } = readProjects(process.argv.slice(2))
process.env.CHROMIUM = installChromium()

const results = join(root, 'test-results')
if (rest.length === 0 && projects === allProjects) rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const total = { passed: 0, failed: 0, skipped: 0 }
const lines: string[] = []
/** Failed tests, and those that needed a second try. */
const told: string[] = []
for (const project of projects) {
  const name = [project, ...rest]
    .join('-')
    .replace(/[^\w.]+/g, '-')
    .slice(0, 150)
  const file = join(results, `${name}.json`)
  rmSync(file, { force: true })
  rmSync(`${file}.retried`, { force: true })
  const startedAt = Date.now()
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const run = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', project, '--passWithNoTests', ...rest],
    { cwd: root, stdio: 'inherit', env: { ...process.env, FOYER_RESULTS: file } },
  )
  const totals = readResults(file, run.status)
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += totals[key]
  if (totals.failed > 0) told.push(...listFailures(file).map((line) => `failed: ${line}`))
  if (existsSync(`${file}.retried`))
    for (const line of readFileSync(`${file}.retried`, 'utf8').trim().split('\n'))
      told.push(`second try: ${line}`)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  lines.push(`${project.padEnd(8)} ${totalsLine(totals)} (${seconds} s)`)
}

for (const line of told) console.log(line.replaceAll(`${root}/`, ''))
console.log(lines.join('\n'))
if (total.passed + total.failed === 0) console.log('No test ran: the path matches no test file')
console.log(totalsLine(total))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
