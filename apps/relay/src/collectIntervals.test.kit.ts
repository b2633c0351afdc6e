/**
 * Collects the intervals that start from now on. Unlike a spy, which a later `restoreAllMocks` would put back over the real
 * timers, it is gone after `stop`.
 */
export function collectIntervals() {
  const { setInterval } = globalThis
  const timers: NodeJS.Timeout[] = []
  globalThis.setInterval = ((...parameters: Parameters<typeof setInterval>) => {
    const timer = setInterval(...parameters)
    timers.push(timer)
    return timer
  }) as typeof setInterval
  return {
    timers,
    stop() {
      globalThis.setInterval = setInterval
    },
  }
}
