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

/** What the source ends with when this mutation is on; `undefined`: none is. */
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

test('a source with all its mutations switched off does what it did, and says which it reached', () => {
  const { reached, result } = run()
  expect(result).toBe('abc!')
  expect(reached.size).toBeGreaterThan(10)
})

test('each mutation switched on does what its text alone does', () => {
  for (const [id, { end, replacement, start }] of findMutations('a.ts', text).entries()) {
    // Each line is a statement of its own, with whatever it begins.
    const broken = (text.slice(0, start) + replacement + text.slice(end)).replaceAll('\n', ';\n')
    expect(run(id).result, broken).toBe(runInNewContext(broken))
  }
})

test('where nothing asks for switches all of them are off', () => {
  const mutations = findMutations('a.ts', text).map((mutation, id) => ({ id, mutation }))
  expect(runInNewContext(switchMutations('a.ts', text, mutations))).toBe('abc!')
})
