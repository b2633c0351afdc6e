import { expect, test } from 'vitest'
import { createUpstreams } from './upstreams.ts'

function three() {
  let time = 0
  const upstreams = createUpstreams({ urls: ['a', 'b', 'c'], now: () => time })
  const order = () => upstreams.inOrder().map(({ url }) => url)
  return { ...upstreams, order, pass: (ms: number) => (time += ms) }
}

test("keeps the operator's order while all upstreams are healthy", () => {
  expect(three().order()).toEqual(['a', 'b', 'c'])
})

test('puts a failed upstream last until its pause is over, which is longer each time', () => {
  const { failed, order, pass } = three()
  failed({ url: 'a', place: 0 })
  expect(order()).toEqual(['b', 'c', 'a'])
  pass(1000)
  expect(order()).toEqual(['a', 'b', 'c'])
  failed({ url: 'a', place: 0 })
  pass(1999)
  expect(order()).toEqual(['b', 'c', 'a'])
  pass(1)
  expect(order()).toEqual(['a', 'b', 'c'])
})

test('pauses an upstream for half a minute at most, and ends the pause at an answer', () => {
  const { failed, order, pass, succeeded } = three()
  for (let i = 0; i < 20; i++) failed({ url: 'a', place: 0 })
  pass(29_999)
  expect(order()).toEqual(['b', 'c', 'a'])
  pass(1)
  expect(order()).toEqual(['a', 'b', 'c'])
  failed({ url: 'a', place: 0 })
  succeeded({ url: 'a', place: 0 })
  expect(order()).toEqual(['a', 'b', 'c'])
  // After a success, the pause of the next failure is as short as the first.
  failed({ url: 'a', place: 0 })
  pass(1000)
  expect(order()).toEqual(['a', 'b', 'c'])
})

test('returns all upstreams when all have failed, starting with the one whose pause ends first', () => {
  const { failed, order, pass } = three()
  failed({ url: 'c', place: 2 })
  pass(10)
  failed({ url: 'a', place: 0 })
  pass(10)
  failed({ url: 'b', place: 1 })
  expect(order()).toEqual(['c', 'a', 'b'])
})
