import { expect, test } from 'vitest'
import type { GateView } from '../gate/watchGate.ts'
import { words } from '../words.ts'
import { hintOf } from './hintOf.ts'

const open: GateView = {
  ...{ why: undefined, unread: false, late: false },
  ...{ holding: false, refused: undefined, half: false },
}
const read = (change: Partial<GateView>, { tooMany = false } = {}) =>
  hintOf({ gate: { ...open, ...change }, tooMany })

test('names what is still unmet: the first of several', () => {
  expect(read({ why: 'size', late: true }, { tooMany: true })).toBe(words.tooMany)
  expect(read({ why: 'size', late: true, unread: true })).toBe(words.small)
  expect(read({ why: 'unseen', late: true })).toBe(words.covered)
  expect(read({ why: 'unfocused', unread: true })).toBe(words.unfocused)
  expect(read({ unread: true, refused: 'absent' })).toBe(words.scroll)
  expect(read({ refused: 'absent' })).toBe(words.move)
  expect(read({ refused: 'short' })).toBe(words.longer)
  expect(read({ refused: 'settling' })).toBe(words.wait)
})

test('says nothing when all is met, or before there is anything to approve', () => {
  expect(read({})).toBeUndefined()
  expect(hintOf({ gate: undefined, tooMany: false })).toBeUndefined()
})

test('says nothing of a window that may still settle, and of a key that was pressed once', () => {
  for (const why of ['size', 'unseen'] as const) expect(read({ why })).toBeUndefined()
  expect(read({ refused: 'short', half: true })).toBeUndefined()
})
