import type { Reporter, Vitest } from 'vitest/node'

/** Prints every 15 s how far a run is, and which files have been running for long. */
export function reportProgress(everyMs = 15_000): Reporter {
  let all = 0
  let done = 0
  let startedAt = 0
  let timer: NodeJS.Timeout | undefined
  const running = new Map<string, number>()
  const seconds = (since: number) => Math.round((Date.now() - since) / 1000)
  return {
    onInit(vitest: Vitest) {
      vitest.onClose(() => clearInterval(timer))
    },
    onTestRunStart(specifications) {
      all = specifications.length
      done = 0
      startedAt = Date.now()
      timer = setInterval(() => {
        const slow = [...running]
          .filter(([, since]) => Date.now() - since > everyMs)
          .map(([name, since]) => `${name} (${seconds(since)} s)`)
        const project = specifications[0]?.project.name
        console.log(
          [`${project}: ${done} of ${all} files, ${seconds(startedAt)} s`, ...slow].join(' · '),
        )
      }, everyMs)
    },
    onTestModuleStart: (module) => void running.set(module.relativeModuleId, Date.now()),
    onTestModuleEnd(module) {
      running.delete(module.relativeModuleId)
      done += 1
    },
    onTestRunEnd: () => clearInterval(timer),
  }
}
