import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTree } from '../createTree.ts'
import { findMutations } from './findMutations.ts'
import { startRunner } from './startRunner.ts'
import type { Place, Verdict } from './tryMutations.ts'
import { trySwitched } from './trySwitched.ts'

const source = `export const most = 5
export function clamp(number: number): number {
  if (number > most) return most
  return number
}
export const unused = () => 1
`
const files = {
  'vitest.config.ts': `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { projects: [{ test: { name: 'node', include: ['*.test.ts'] } }] } })
`,
  'clamp.ts': source,
  'clamp.test.ts': `import { expect, test } from 'vitest'
import { clamp } from './clamp.ts'
let count = 0
test('can not be repeated', () => expect(count++ + clamp(2) - 2).toBe(0))
let times = 0
test('can be repeated once', () => {
  clamp(3)
  expect(times++).toBeLessThan(2)
})
test('gives the most', () => expect(clamp(6)).toBe(5))
test('is always red', () => expect(clamp(1)).toBe(2))
`,
}

test('tries all places in one load of the tests, and leaves those that only loading or an unrepeatable test reaches', async () => {
  const { remove, root } = createTree(files)
  onTestFinished(remove)
  const events = join(root, 'switches.jsonl')
  const script = join(import.meta.dirname, 'runTests.ts')
  const runner = startRunner(root, { quietMs: 60_000, script, switches: events })
  onTestFinished(() => runner.stop())
  const places = findMutations('clamp.ts', source).map(
    (mutation): Place => ({ path: 'clamp.ts', mutation, tests: ['clamp.test.ts'] }),
  )
  const verdicts: string[] = []
  const nameOf = ({ mutation: { operator, start } }: Place) =>
    `${operator} in line ${source.slice(0, start).split('\n').length}`
  const unusable: string[] = []
  const left = await trySwitched({
    root,
    runner,
    events,
    places,
    startsProcesses: () => false,
    tell: {
      verdict: (place, verdict: Verdict) => verdicts.push(`${nameOf(place)}: ${verdict}`),
      unusable: (name) => unusable.push(name),
    },
  })
  expect(verdicts.toSorted()).toEqual([
    'comparison turned in line 3: killed',
    'constant off by one in line 6: no test reaches it',
    'guard removed in line 3: killed',
    'guard turned in line 3: killed',
    'result turned in line 3: killed',
    'result turned in line 6: no test reaches it',
  ])
  expect(left.map(nameOf)).toEqual([
    'constant off by one in line 1',
    'bound moved in line 3',
    'result turned in line 4',
  ])
  expect(unusable).toEqual(['clamp.test.ts is always red'])
  expect(readFileSync(join(root, 'clamp.ts'), 'utf8')).toBe(source)
})

test('leaves what a browser test reaches, without running it', async () => {
  const { remove, root } = createTree({ 'clamp.ts': source })
  onTestFinished(remove)
  const places = findMutations('clamp.ts', source).map(
    (mutation): Place => ({ path: 'clamp.ts', mutation, tests: ['clamp.test.tsx'] }),
  )
  const refuse = () => expect.unreachable()
  const left = await trySwitched({
    root,
    runner: { run: refuse, stop: refuse },
    events: join(root, 'switches.jsonl'),
    places,
    startsProcesses: () => false,
    tell: { verdict: refuse, unusable: refuse },
  })
  expect(left).toEqual(places.map((place) => ({ ...place, isReached: false })))
})
