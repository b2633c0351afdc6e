import type { Logger } from '@foyer/server'

/** Time between two lines about refused handshakes, in ms. */
const intervalMs = 10_000
/** Maximum of different reasons, and of addresses of a reason, between two lines. */
const [maxReasons, maxAddresses] = [20, 20]

type Refusals = {
  count: number
  reason: string | undefined
  error: unknown
  addresses: Set<string>
}

/**
 * Makes the log of refused handshakes: a line for each reason with a count, every ten seconds. A client that is refused may
 * try again a thousand times a second.
 */
export function createRefusalLog({ log, logsAddresses }: createRefusalLog.Options) {
  const refused = new Map<string, Refusals & { outcome: string }>()

  function flush(): void {
    for (const { addresses, count, error, outcome, reason } of refused.values()) {
      const where = logsAddresses ? { addresses: [...addresses] } : {}
      if (error === undefined) log.info({ outcome, reason, count, ...where }, 'handshakes refused')
      else log.error({ outcome, error, count, ...where }, 'handshakes failed')
    }
    refused.clear()
  }
  const flushing = setInterval(flush, intervalMs)
  flushing.unref()

  return {
    /** Counts a refusal. @param about.reason - numbers in it do not make another reason; the first one is logged */
    add({ address, error, outcome, reason }: createRefusalLog.Refusal): void {
      const kind = `${outcome} ${reason?.replace(/\d+/g, '') ?? ''}`
      const key = refused.has(kind) || refused.size < maxReasons ? kind : outcome
      const known = refused.get(key) ?? {
        ...{ outcome, reason: key === kind ? reason : 'other', error },
        ...{ count: 0, addresses: new Set<string>() },
      }
      refused.set(key, known)
      known.count++
      if (known.addresses.size < maxAddresses) known.addresses.add(address)
    },
    /** Writes what was counted, and stops. */
    close(): void {
      clearInterval(flushing)
      flush()
    },
  }
}

export declare namespace createRefusalLog {
  type Options = {
    log: Logger
    /** Allows addresses in the log. */
    logsAddresses: boolean
  }
  type Refusal = {
    readonly outcome: string
    readonly address: string
    readonly reason?: string | undefined
    readonly error?: unknown
  }
}
