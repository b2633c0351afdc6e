import { formatAccountId } from '@foyer/protocol'
import { getConvertStatus } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import { createStore } from '../store/createStore.ts'
import { untilAwake } from '../wait/untilAwake.ts'
import type { Crossings } from './crossings.ts'
import { crossingsKey } from './hasCrossings.ts'
import { isCrossed, parseCrossing, type SwapCrossing, storeCrossing } from './swapCrossing.ts'

/** Those that are remembered at most; the oldest that ended go first. */
const limit = 20

/** Pause between two questions about one on its way, ms; longer once it is older than `early`. */
const pauses = { short: 5_000, long: 30_000, early: 300_000 } as const

/**
 * Returns the swaps across networks that were sent from this browser, in any of its tabs; the same object in every call.
 * They survive a reload.
 *
 * @example
 *   const crossings = openCrossings(foyer)
 *   const stop = crossings.follow()
 *   crossings.store.subscribe((list) => render(list))
 */
export function openCrossings(foyer: Foyer): Crossings {
  foyer.running.crossings ??= createCrossings(foyer)
  return foyer.running.crossings
}

/** Remembers a swap whose transaction was sent. */
export function rememberCrossing(foyer: Foyer, crossing: SwapCrossing): void {
  write(foyer, (list) => [crossing, ...list.filter(({ hash }) => hash !== crossing.hash)])
}

export const forgetCrossing = (foyer: Foyer, hash: string): void =>
  write(foyer, (list) => list.filter((one) => one.hash !== hash))

function createCrossings(foyer: Foyer): Crossings {
  const store = createStore<readonly SwapCrossing[]>(read(foyer))
  let keepers = 0
  let loops = 0

  async function ask(): Promise<void> {
    const own = ++loops
    while (keepers > 0 && own === loops) {
      const pending = store.get().filter((one) => !isCrossed(one))
      await Promise.all(pending.map((one) => update(foyer, one)))
      const newest = pending[0]
      const isEarly = newest && Date.now() - newest.sentAt < pauses.early
      await untilAwake(isEarly ? pauses.short : pauses.long)
    }
  }

  return {
    store,
    follow() {
      keepers += 1
      // Another tab may have sent or forgotten some.
      store.set(read(foyer))
      void ask()
      let isOver = false
      return () => {
        if (!isOver) keepers -= 1
        isOver = true
      }
    },
    forget: (hash) => forgetCrossing(foyer, hash),
  }
}

/** Asks what became of one. An api that does not answer changes nothing: it is asked again. */
async function update(foyer: Foyer, crossing: SwapCrossing): Promise<void> {
  const { address, chainId, hash, source, toChainId } = crossing
  try {
    const { received, status } = await callApi(foyer, getConvertStatus, {
      query: {
        ...{ source: source.id, hash, from: chainId, to: toChainId },
        userAddress: formatAccountId({ address, chainId: toChainId }),
      },
    })
    if (status === 'pending') return
    const ended = {
      ...{ ...crossing, status },
      received: received && { ...received, amount: BigInt(received.amount) },
    }
    write(foyer, (list) => list.map((one) => (one.hash === hash ? ended : one)))
  } catch (error) {
    foyer.log('info', 'the state of a swap across networks could not be read', error)
  }
}

function read({ storage }: Foyer): readonly SwapCrossing[] {
  return (
    storage.read(crossingsKey, (stored) =>
      Array.isArray(stored) ? stored.flatMap((one) => parseCrossing(one) ?? []) : undefined,
    ) ?? []
  )
}

/** Changes what is stored now, since another tab may have changed it, and what is shown. */
function write(
  foyer: Foyer,
  change: (list: readonly SwapCrossing[]) => readonly SwapCrossing[],
): void {
  const changed = change(read(foyer))
  const kept = changed.filter((one, index) => index < limit || !isCrossed(one))
  foyer.storage.write(crossingsKey, kept.length > 0 ? kept.map(storeCrossing) : undefined)
  foyer.running.crossings?.store.set(kept)
}
