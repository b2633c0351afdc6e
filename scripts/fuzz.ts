/**
 * `npm run fuzz -- [folder…] [--minutes 5]`: runs every property test with new seeds, round after round.
 *
 * Prints each failure once: the seed, the counterexample and the line that makes it a regression test.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installChromium } from './installChromium.ts'
import { listFiles } from './listFiles.ts'
import { readCounterexample } from './readCounterexample.ts'
import { listFailedTests } from './readResults.ts'
import { runCommand } from './runCommand.ts'

const root = join(import.meta.dirname, '..')
const { positionals, values } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '5' } },
})
const folders = positionals.map((name) => name.replace(/\/$/, ''))
const files = listFiles(root).filter(
  (name) =>
    /\.test\.tsx?$/.test(name) &&
    (folders.length === 0 || folders.some((one) => name === one || name.startsWith(`${one}/`))) &&
    readFileSync(join(root, name), 'utf8').includes("from 'fast-check'"),
)
if (files.length === 0) throw new Error('No test file there has a property test')
if (files.some((name) => name.endsWith('x'))) process.env.CHROMIUM = installChromium()

const endsAt = Date.now() + Number(values.minutes) * 60_000
const results = join(root, `test-results/fuzz-${process.pid}.json`)
const failed = new Set<string>()
let rounds = 0
do {
  const seed = Math.floor(Math.random() * 2 ** 32) - 2 ** 31
  const { code, output } = await runCommand('vitest', ['run', ...files], {
    root,
    env: { FOYER_SEED: String(seed), FOYER_RESULTS: results },
  })
  rounds += 1
  const failures = listFailedTests(results)
  if (code !== 0 && failures.length === 0) throw new Error(`Vitest ended with ${code}:\n${output}`)
  for (const { file, message, name } of failures) {
    const found = readCounterexample(message)
    if (failed.has(`${file} ${name}`)) continue
    failed.add(`${file} ${name}`)
    console.log(`\nfailed: ${file.replace(`${root}/`, '')} › ${name}`)
    if (found)
      console.log(
        `  seed ${found.seed}, counterexample ${found.counterexample}\n` +
          `  paste beside the property: { examples: [${found.counterexample}] }\n` +
          `  or, where the example is no code: { seed: ${found.seed}, path: ${JSON.stringify(found.path)} }`,
      )
    else console.log(message.split('\n').slice(0, 8).join('\n'))
  }
  rmSync(results, { force: true })
  const left = Math.max(0, Math.round((endsAt - Date.now()) / 60_000))
  console.log(`round ${rounds}, seed ${seed}: ${failures.length} failed, ${left} minutes left`)
} while (Date.now() < endsAt)

console.log(`${files.length} files, ${rounds} rounds, ${failed.size} failed`)
process.exitCode = failed.size > 0 ? 1 : 0
