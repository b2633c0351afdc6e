import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTree, type Tree } from '../createTree.ts'
import { findMutations, type Mutation } from './findMutations.ts'
import { type Runner, startRunner } from './startRunner.ts'
import { tryMutations, type Verdict } from './tryMutations.ts'

const source = `export function clamp(number: number, most: number): number {
  if (number > most) return most
  while (most < 0) most = most + 1
  return number
}
`
const files = {
  'vitest.config.ts': `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { projects: [{ test: { name: 'node', include: ['*.test.ts'] } }] } })
`,
  'clamp.ts': source,
  'clamp.test.ts': `import { expect, test } from 'vitest'
import { clamp } from './clamp.ts'
test('gives the most', () => expect(clamp(5, 3)).toBe(3))
test('gives the number', () => expect(clamp(2, 3)).toBe(2))
test('goes up to zero', () => expect(clamp(2, -1)).toBe(-1))
`,
  'red.test.ts': `import { expect, test } from 'vitest'
test('is always red', () => expect(1).toBe(2))
`,
}
const mutations = findMutations('clamp.ts', source)
const mutationOf = (operator: Mutation['operator'], replacement: string) =>
  mutations.find((one) => one.operator === operator && one.replacement === replacement) as Mutation

let tree: Tree
let runner: Runner
beforeAll(() => {
  tree = createTree(files)
  runner = startRunner(tree.root, {
    quietMs: 20_000,
    script: join(import.meta.dirname, 'runTests.ts'),
  })
})
afterAll(() => {
  runner.stop()
  tree.remove()
})

async function verdictOf(
  mutation: Mutation,
  tests: readonly string[],
): Promise<{ verdict: Verdict | undefined; unusable: readonly string[] }> {
  const told: { verdict: Verdict | undefined; unusable: string[] } = {
    verdict: undefined,
    unusable: [],
  }
  await tryMutations({
    root: tree.root,
    runner,
    places: [{ path: 'clamp.ts', mutation, tests }],
    tell: {
      verdict(_, verdict) {
        told.verdict = verdict
      },
      unusable: (test) => told.unusable.push(test),
    },
  })
  expect(readFileSync(join(tree.root, 'clamp.ts'), 'utf8')).toBe(source)
  return told
}

test('kills a mutation that a test notices, and reports one that survives', async () => {
  const tests = ['clamp.test.ts']
  expect(await verdictOf(mutationOf('guard removed', ';'), tests)).toEqual({
    verdict: 'killed',
    unusable: [],
  })
  expect((await verdictOf(mutationOf('bound moved', '>='), tests)).verdict).toBe('survived')
  expect((await verdictOf(mutationOf('comparison turned', '<='), tests)).verdict).toBe('killed')
})

test('reports a test that already fails unbroken, and lets it kill nothing', async () => {
  const mutation = mutationOf('bound moved', '>=')
  expect(await verdictOf(mutation, ['red.test.ts', 'clamp.test.ts'])).toEqual({
    verdict: 'survived',
    unusable: ['red.test.ts'],
  })
  expect((await verdictOf(mutation, ['red.test.ts'])).verdict).toBe('no test reaches it')
  expect((await verdictOf(mutation, [])).verdict).toBe('no test reaches it')
})

test('times out a mutation that never ends, and tries the next one in a new process', async () => {
  const endless = mutationOf('comparison turned', '>=')
  const tests = ['clamp.test.ts']
  expect((await verdictOf(endless, tests)).verdict).toBe('timed out')
  expect((await verdictOf(mutationOf('guard removed', ';'), tests)).verdict).toBe('killed')
})
