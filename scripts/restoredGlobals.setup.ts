/** Test files share their worker: each must leave the clock, the timers and what the browser answers as it found them. */
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
  // Own properties, which a test puts in front of the browser's answers, such as another user agent.
  ...Object.fromEntries(
    Reflect.ownKeys(globalThis.navigator ?? {}).map((name) => [`navigator.${String(name)}`, true]),
  ),
  'document.visibilityState': globalThis.document?.visibilityState,
})
kept[key] ??= readNow()
const real = kept[key]

afterAll(() => {
  hideAdditions()
  const isFaked = vi.isFakeTimers()
  vi.useRealTimers()
  if (isFaked) throw new Error('The file leaves fake timers')
  const now: Record<string, unknown> = readNow()
  const all = new Set([...Object.keys(real), ...Object.keys(now)])
  const left = [...all].filter((name) => real[name] !== now[name])
  if (left.length > 0) throw new Error(`The file leaves ${left.join(', ')} changed`)
})
