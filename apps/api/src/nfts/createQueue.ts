import { isIP } from 'node:net'
import { networkOf } from '@foyer/server'

/** Runs jobs, some at a time. */
export type Queue = {
  /**
   * Runs a job now or later; of those that may run, the one that was added last is next, since its caller has waited least.
   *
   * @param hosts - The servers that it asks, each once. @default none
   * @throws what the job throws; {@link QueueFull} when so many came after it that it was dropped
   */
  run<result>(job: () => Promise<result>, hosts?: readonly QueueHost[]): Promise<result>
}

export class QueueFull extends Error {}

/** A server that jobs ask, so that one that does not answer leaves places to others. */
export type QueueHost = {
  readonly name: string
  /** Its jobs get one place of so many: 4 for a quarter. */
  readonly part: number
}

type Waiting = {
  readonly hosts: readonly QueueHost[]
  readonly begin: () => void
  readonly drop: () => void
}

/**
 * @param parameters.atOnce - jobs under way
 * @param parameters.longest - jobs that wait
 */
export function createQueue({ atOnce, longest }: { atOnce: number; longest: number }): Queue {
  const waiting: Waiting[] = []
  const ofHost = new Map<string, number>()
  let underWay = 0

  const countOf = (name: string) => ofHost.get(name) ?? 0
  const areFree = (hosts: readonly QueueHost[]) =>
    hosts.every(({ name, part }) => countOf(name) < Math.ceil(atOnce / part))
  function count(hosts: readonly QueueHost[], change: 1 | -1): void {
    underWay += change
    for (const { name } of hosts) {
      const next = countOf(name) + change
      if (next === 0) ofHost.delete(name)
      else ofHost.set(name, next)
    }
  }

  return {
    async run(job, hosts = []) {
      if (underWay < atOnce && areFree(hosts)) count(hosts, 1)
      else
        await new Promise<void>((begin, reject) => {
          const drop = () => reject(new QueueFull('Dropped for later jobs'))
          waiting.push({ hosts, begin, drop })
          if (waiting.length <= longest) return
          // The oldest that waits for its host, which many do, else the oldest.
          const oldest = waiting.findIndex((one) => !areFree(one.hosts))
          waiting.splice(Math.max(0, oldest), 1)[0]?.drop()
        })
      try {
        return await job()
      } finally {
        count(hosts, -1)
        // At most one more can begin: each that waits for this host needs its place.
        const index = waiting.findLastIndex((one) => areFree(one.hosts))
        if (index !== -1) {
          const [next] = waiting.splice(index, 1)
          count(next!.hosts, 1)
          next!.begin()
        }
      }
    },
  }
}

/**
 * Returns the server of a URL, which has a quarter of the places; none without a host. Servers are told apart by the last
 * two labels of the host, since the names below a domain are free, and by the network of an address, since a client has a
 * whole /64 of IPv6.
 */
export function hostsOf(url: string): QueueHost[] {
  const host = (URL.parse(url)?.hostname ?? '').replace(/^\[|\]$/g, '')
  if (host === '') return []
  const name = isIP(host) === 0 ? host.split('.').slice(-2).join('.') : networkOf(host)
  return [{ name, part: 4 }]
}
