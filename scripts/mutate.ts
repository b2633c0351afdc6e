/**
 * `npm run mutate -- <folder> [--places 40] [--seed 1] [--changed]`: breaks the source at random places, in a copy of the
 * project, and lists the mutants that no test noticed.
 *
 * `--operator 'guard removed'` uses only this kind of mutation; several may be given.
 * `--changed` uses only lines that the branch changed (`--since <commit>`: since that commit). PostgreSQL and Redis are used
 * as in `npm test`: with `DATABASE_URL_TEST` and `REDIS_URL_TEST`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installChromium } from './installChromium.ts'
import { listFiles } from './listFiles.ts'
import { copyProject } from './mutate/copyProject.ts'
import { drawPlaces } from './mutate/drawPlaces.ts'
import { findMutations, type Mutation } from './mutate/findMutations.ts'
import { listTests, runsInBrowser } from './mutate/listTests.ts'
import { startRunner } from './mutate/startRunner.ts'
import { type Place, tryMutations, type Verdict } from './mutate/tryMutations.ts'
import { trySwitched } from './mutate/trySwitched.ts'
import { findReaching } from './reach/findReaching.ts'
import { readBase, readChangedLines } from './reach/readChangedLines.ts'
import { readImportGraph } from './reach/readImportGraph.ts'

const root = join(import.meta.dirname, '..')
const { positionals, values } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    places: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    operator: { type: 'string', multiple: true },
    changed: { type: 'boolean', default: false },
    since: { type: 'string' },
  },
})
const changed =
  values.changed || values.since
    ? readChangedLines(root, values.since ?? readBase(root))
    : undefined
if (positionals.length === 0 && !changed) throw new Error('Name a folder, or use --changed')

const files = listFiles(root)
const folders = positionals.map((name) => name.replace(/\/$/, ''))
const sources = files.filter(
  (path) =>
    /^(packages|apps|devnet)\/.*\/?src\/.*\.tsx?$/.test(path) &&
    !/\.(test|d)\.|\.test\.kit\./.test(path) &&
    (folders.length === 0 || folders.some((one) => path === one || path.startsWith(`${one}/`))) &&
    (!changed || changed.has(path)),
)
const texts = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const lineOf = (path: string, { start }: Mutation) =>
  texts.get(path)?.slice(0, start).split('\n').length ?? 0
const graph = readImportGraph(root, files)
const all = sources.flatMap((path) =>
  findMutations(path, texts.get(path) ?? '')
    .filter(({ operator }) => values.operator?.includes(operator) ?? true)
    .filter((mutation) => changed?.get(path)?.(lineOf(path, mutation)) ?? true)
    .map((mutation) => ({ path, mutation })),
)
const starting = findReaching(
  graph,
  [...graph]
    .filter(([, { modules }]) =>
      [...modules].some((name) => /^(node:(child_process|worker_threads)|playwright)$/.test(name)),
    )
    .map(([path]) => path),
)
const seed = Number(values.seed)
const places = drawPlaces(all, { count: Number(values.places), seed }).map(
  (place): Place => ({ ...place, tests: listTests(graph, place.path) }),
)
console.log(`${places.length} of ${all.length} places in ${sources.length} files, seed ${seed}`)
if (places.some(({ tests }) => tests.some(runsInBrowser))) process.env.CHROMIUM = installChromium()

const copies = join(root, '.foyer/mutate')
const copy = join(copies, String(process.pid))
const script = join(copy, 'scripts/mutate/runTests.ts')
const events = join(copy, 'switches.jsonl')
const together = startRunner(copy, { quietMs: 90_000, script, switches: events })
const alone = startRunner(copy, { quietMs: 90_000, script })
const clean = () => {
  together.stop()
  alone.stop()
  rmSync(copy, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    clean()
    process.exit(130)
  })

const count: Record<Verdict, number> = {
  killed: 0,
  'timed out': 0,
  survived: 0,
  'no test reaches it': 0,
}
const survivors: string[] = []
const startedAt = Date.now()
const tell: Parameters<typeof tryMutations>[0]['tell'] = {
  verdict(place, verdict) {
    count[verdict] += 1
    const done = Object.values(count).reduce((sum, one) => sum + one)
    console.log(`${done}/${places.length} ${verdict.padEnd(9)} ${describe(place)}`)
    if (verdict === 'survived' || verdict === 'no test reaches it')
      survivors.push(`${verdict}: ${describe(place)}`)
  },
  unusable: (test, reason = '') =>
    console.log(`left out, since it fails on the unbroken source: ${test}\n  ${reason}`),
}
removeLeftCopies()
try {
  copyProject(root, copy)
  const left = await trySwitched({
    root: copy,
    runner: together,
    events,
    places,
    startsProcesses: (test) => starting.has(test),
    tell,
  })
  together.stop()
  await tryMutations({ root: copy, runner: alone, places: left, tell })
} finally {
  clean()
}

const killed = count.killed + count['timed out']
const seconds = Math.round((Date.now() - startedAt) / 1000)
console.log(['', ...survivors].join('\n'))
console.log(
  `${count.killed} killed, ${count['timed out']} timed out, ${survivors.length} survived: ` +
    `${((100 * killed) / Math.max(1, places.length)).toFixed(1)} % of ${places.length} places in ${seconds} s, seed ${seed}`,
)

function describe({ mutation, path }: Place): string {
  const text = texts.get(path) ?? ''
  const shorten = (part: string) => part.replace(/\s+/g, ' ').slice(0, 60)
  const before = shorten(text.slice(mutation.start, mutation.end))
  return `${path}:${lineOf(path, mutation)} ${mutation.operator}: ${before} → ${shorten(mutation.replacement)}`
}

/** Removes the copy of a killed run. */
function removeLeftCopies(): void {
  mkdirSync(copies, { recursive: true })
  for (const name of readdirSync(copies)) {
    try {
      process.kill(Number(name), 0)
    } catch {
      rmSync(join(copies, name), { recursive: true, force: true })
    }
  }
}
