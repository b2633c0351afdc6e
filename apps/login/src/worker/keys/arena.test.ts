import { expect, test } from 'vitest'
import { type Arena, createArena, withArena } from './arena.ts'

test('hands out parts of one buffer that do not overlap, up to 4096 bytes', () => {
  const arena = createArena()
  const [one, two] = [arena.take(4000), arena.take(96)]
  expect([one.length, two.length, two.byteOffset]).toEqual([4000, 96, 4000])
  expect(one.buffer).toBe(two.buffer)
  expect(() => arena.take(1)).toThrow(RangeError)
  expect(arena.take(0)).toHaveLength(0)
})

test('wipes the parts that were handed out, and starts again', () => {
  const arena = createArena()
  const taken = arena.take(4096).fill(7)
  arena.wipe()
  expect(taken.every((byte) => byte === 0)).toBe(true)
  expect(arena.take(4096).byteOffset).toBe(0)
})

test('the arena of an operation is wiped when the operation ends or fails', async () => {
  let taken = new Uint8Array()
  const run = async (arena: Arena) => {
    taken = arena.take(32).fill(7)
    return 'done'
  }
  expect(await withArena(run)).toBe('done')
  expect(taken).toEqual(new Uint8Array(32))
  const fail = async (arena: Arena) => {
    await run(arena)
    throw new Error('no')
  }
  await expect(withArena(fail)).rejects.toThrow('no')
  expect(taken).toEqual(new Uint8Array(32))
})
