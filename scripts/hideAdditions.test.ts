import { expect, onTestFinished, test } from 'vitest'
import { hideAdditions } from './hideAdditions.ts'

test('an addition to an inherited object stays, and no loop meets it', () => {
  const all = Object.prototype as { addition?: () => number }
  all.addition = () => 7
  onTestFinished(() => void Reflect.deleteProperty(all, 'addition'))
  const met = () => {
    const names: string[] = []
    for (const name in {}) names.push(name)
    return names
  }
  expect(met()).toEqual(['addition'])
  hideAdditions()
  expect(met()).toEqual([])
  expect(({} as typeof all).addition?.()).toBe(7)
})
