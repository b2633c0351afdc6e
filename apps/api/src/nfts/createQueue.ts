/** Runs jobs, some at a time. */
export type Queue = {
  /**
   * Runs a job now or later; the one that was added last is next, since its caller has waited least.
   * @throws what the job throws; {@link QueueFull} when so many came after it that it was dropped
   */
  run<result>(job: () => Promise<result>): Promise<result>
}

export class QueueFull extends Error {}

/**
 * @param parameters.atOnce - jobs under way
 * @param parameters.longest - jobs that wait
 */
export function createQueue({ atOnce, longest }: { atOnce: number; longest: number }): Queue {
  const waiting: { begin: () => void; drop: () => void }[] = []
  let underWay = 0
  return {
    async run(job) {
      if (underWay >= atOnce)
        await new Promise<void>((begin, reject) => {
          waiting.push({ begin, drop: () => reject(new QueueFull('Dropped for later jobs')) })
          if (waiting.length > longest) waiting.shift()?.drop()
        })
      else underWay++
      try {
        return await job()
      } finally {
        // The next job takes the place of this one.
        const next = waiting.pop()
        if (next) next.begin()
        else underWay--
      }
    },
  }
}
