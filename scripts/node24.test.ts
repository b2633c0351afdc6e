import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from './runCommand.ts'

const root = join(import.meta.dirname, '..')
const run = (...args: string[]) =>
  runCommand(process.execPath, [join(import.meta.dirname, 'node24.mjs'), ...args], { root })

test('runs a Node that supports TypeScript, with its arguments, and returns its exit code', async () => {
  const code = 'console.log(process.features.typescript, process.argv.slice(1)); process.exit(7)'
  const result = await run('--eval', code, 'one', '--two=2')
  expect(result).toEqual({ code: 7, output: "strip [ 'one', '--two=2' ]\n" })
})

test('puts the same Node first on the PATH of the programs it runs', async () => {
  const code = `console.log(require('child_process').execFileSync('node', ['--version'], { encoding: 'utf8' }).trim() === process.version)`
  expect(await run('--eval', code)).toEqual({ code: 0, output: 'true\n' })
})
