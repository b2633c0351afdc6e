/** Test files share their worker: each must leave the clock and the timers as it found them. */
import { afterAll, vi } from 'vitest'
import { hideAdditions } from './hideAdditions.ts'

const names = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'Date',
] as const
const key = Symbol.for('foyer.realGlobals')
const kept = globalThis as unknown as Record<symbol, Record<string, unknown> | undefined>
const readNow = () => ({
  ...Object.fromEntries(names.map((name) => [name, globalThis[name]])),
  'Date.now': Date.now,
  'performance.now': performance.now,
})
kept[key] ??= readNow()
const real = kept[key]

afterAll(() => {
  hideAdditions()
  const isFaked = vi.isFakeTimers()
  vi.useRealTimers()
  if (isFaked) throw new Error('The file leaves fake timers')
  const left = Object.entries(readNow()).flatMap(([name, value]) =>
    real[name] === value ? [] : [name],
  )
  if (left.length > 0) throw new Error(`The file leaves ${left.join(', ')} changed`)
})
