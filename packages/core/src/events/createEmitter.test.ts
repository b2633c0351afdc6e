import { expect, expectTypeOf, test } from 'vitest'
import { createEmitter } from './createEmitter.ts'

type Events = { one: number; two: { text: string } }

test('notifies the listeners of a name until they stop', () => {
  const emitter = createEmitter<Events>(() => {})
  const received: unknown[] = []
  const stop = emitter.on('one', (event) => received.push(event))
  emitter.on('two', (event) => received.push(event.text))
  emitter.emit('one', 1)
  emitter.emit('two', { text: 'b' })
  stop()
  emitter.emit('one', 2)
  expect(received).toEqual([1, 'b'])
})

test('one listener added twice is called twice and removed one by one', () => {
  const emitter = createEmitter<Events>(() => {})
  let count = 0
  const listener = () => {
    count += 1
  }
  const stop = emitter.on('one', listener)
  emitter.on('one', listener)
  emitter.emit('one', 1)
  stop()
  stop()
  emitter.emit('one', 1)
  expect(count).toBe(3)
})

test('a listener removed during an event is not called; one added is called from the next event on', () => {
  const emitter = createEmitter<Events>(() => {})
  const received: string[] = []
  emitter.on('one', () => {
    stop()
    emitter.on('one', () => received.push('new'))
  })
  const stop = emitter.on('one', () => received.push('stopped'))
  emitter.emit('one', 1)
  expect(received).toEqual([])
  emitter.emit('one', 2)
  expect(received).toEqual(['new'])
})

test("error: a listener's exception goes to onError, and the others are called", () => {
  const errors: unknown[] = []
  const received: number[] = []
  const emitter = createEmitter<Events>((error) => errors.push(error))
  emitter.on('one', () => {
    throw new Error('mine')
  })
  emitter.on('one', (event) => received.push(event))
  emitter.emit('one', 1)
  expect(received).toEqual([1])
  expect(errors).toEqual([new Error('mine')])
})

test('types the event by its name', () => {
  const emitter = createEmitter<Events>(() => {})
  emitter.on('two', (event) => expectTypeOf(event).toEqualTypeOf<{ text: string }>())
  // @ts-expect-error no such event
  emitter.emit('three', 1)
  expect(emitter.on('one', () => {})).toBeTypeOf('function')
})
