/**
 * Under a test's clock, libraries that other files of the process use too keep the real one: the test counts and moves only its
 * own timers, and a `fetch` or a database does not stop with the test.
 */
import { vi } from 'vitest'

/** Node's `fetch` and PGlite, by the place from which they call. */
const shared = /node:internal\/deps\/undici|@electric-sql\/pglite/
const key = Symbol.for('foyer.ownTimers')
const kept = vi as unknown as Record<symbol, boolean>

if (!kept[key]) {
  kept[key] = true
  const { setImmediate, setInterval, setTimeout } = globalThis
  const real = { setImmediate, setInterval, setTimeout }
  const { useFakeTimers } = vi
  vi.useFakeTimers = (config) => {
    useFakeTimers.call(vi, config)
    for (const name of ['setImmediate', 'setInterval', 'setTimeout'] as const) {
      const fake = globalThis[name]
      if (fake === real[name]) continue
      globalThis[name] = new Proxy(fake, {
        apply: (_, self, given) => Reflect.apply(isShared() ? real[name] : fake, self, given),
      }) as never
    }
    return vi
  }
}

function isShared(): boolean {
  const { stackTraceLimit } = Error
  // This function, the proxy and the caller.
  Error.stackTraceLimit = 3
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return shared.test(stack)
}
