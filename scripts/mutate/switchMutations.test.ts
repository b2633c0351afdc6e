import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { findMutations } from './findMutations.ts'
import { switchMutations, switchName } from './switchMutations.ts'

const text = `let said = []
const say = (word) => { said.push(word) }
say('a')
2 > 1 && say('b')
if (said.length >= 2 && said[0] === 'a') say('c')
said.join('') + (said.length > 2 ? '!' : '')`

/** Evaluates the source with this mutation switched on; `undefined`: none. */
function run(on?: number, path = 'a.ts'): { reached: ReadonlySet<number>; result: unknown } {
  const mutations = findMutations(path, text).map((mutation, id) => ({ id, mutation }))
  const reached = new Set<number>()
  const isOn = (id: number) => {
    reached.add(id)
    return id === on
  }
  return {
    reached,
    result: runInNewContext(switchMutations(path, text, mutations), { [switchName]: isOn }),
  }
}

test('a source with all mutations switched off behaves as before, and reports the reached ones', () => {
  const { reached, result } = run()
  expect(result).toBe('abc!')
  expect(reached.size).toBeGreaterThan(10)
})

test('each mutation switched on behaves like its text alone', () => {
  for (const [id, { end, replacement, start }] of findMutations('a.ts', text).entries()) {
    // Each line is a separate statement, whatever it starts with.
    const broken = (text.slice(0, start) + replacement + text.slice(end)).replaceAll('\n', ';\n')
    expect(run(id).result, broken).toBe(runInNewContext(broken))
  }
})

test('without a switch function all mutations are off', () => {
  const mutations = findMutations('a.ts', text).map((mutation, id) => ({ id, mutation }))
  expect(runInNewContext(switchMutations('a.ts', text, mutations))).toBe('abc!')
})
