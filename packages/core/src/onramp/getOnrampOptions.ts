import { getOnrampOptions as endpoint, type OnrampOffer } from '@foyer/protocol/api'
import { cached } from '../cache/cached.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'

/** Lifetime of the list of sellers, ms. */
const offersTtlMs = 300_000

/**
 * Reads who sells coins, which, and for which currencies. Cached for 5 minutes.
 *
 * @returns A row for each seller; empty if the operator has none.
 * @throws FoyerError `http-failed` (also without `apiUrl`), `request-timed-out`, `request-aborted`
 * @example const offers = await getOnrampOptions(foyer)
 *
 * @source spec 7.35, 9.23
 */
export async function getOnrampOptions(
  foyer: Foyer,
  { force = false, signal }: getOnrampOptions.Parameters = {},
): Promise<readonly OnrampOffer[]> {
  return cached(foyer, {
    key: 'onramp:options',
    ttlMs: offersTtlMs,
    force,
    signal,
    load: async () => (await callApi(foyer, endpoint)).providers,
  })
}

export declare namespace getOnrampOptions {
  type Parameters = {
    /** Bypass the cache. @default false */
    force?: boolean | undefined
    signal?: AbortSignal | undefined
  }
}
