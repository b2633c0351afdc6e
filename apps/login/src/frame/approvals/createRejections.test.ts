import { expect, it } from 'vitest'
import { createRejections } from './createRejections.ts'

it("refuses requests for a minute after three rejections within a minute, and keeps this lock in the tab's storage", () => {
  let at = 1_000_000
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  }
  const make = () => createRejections({ now: () => at, storage })
  const first = make()
  first.add()
  first.add()
  at += 60_000
  // The first two rejections are a minute old.
  first.add()
  expect(() => first.check()).not.toThrow()
  first.add()
  make().add()
  expect(() => make().check()).toThrow('User rejected the request')
  at += 59_999
  expect(() => make().check()).toThrow('User rejected the request')
  at += 1
  expect(() => make().check()).not.toThrow()
})
