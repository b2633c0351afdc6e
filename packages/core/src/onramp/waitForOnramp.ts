import { type ChainId, FoyerError, namespaceOf, toFoyerError } from '@foyer/protocol'
import { getOnrampSession, type OnrampSessionState } from '@foyer/protocol/api'
import { readOwner } from '../account/readOwner.ts'
import { loadBalances } from '../balance/loadBalances.ts'
import { track } from '../events/track.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import { untilAwake } from '../wait/untilAwake.ts'

/** Pause between two reads of the state, ms. */
const pollMs = 2000

/**
 * Waits for the end of a purchase, as the seller tells the api. Failed reads are repeated; a hidden page waits until it is
 * visible. Reads the balances again when the coins have arrived.
 *
 * @param parameters.onChange - Called with each state that was read, the first and the last one too.
 * @returns The last state: `arrived`, `failed` or `expired`.
 * @throws FoyerError `request-aborted`, `resource-not-found` (the api does not know this purchase)
 */
export async function waitForOnramp(
  foyer: Foyer,
  { id, onChange, signal }: waitForOnramp.Parameters,
): Promise<OnrampSessionState> {
  for (;;) {
    if (signal?.aborted) throw new FoyerError('request-aborted')
    const state = await readState(foyer, id, signal)
    if (signal?.aborted) throw new FoyerError('request-aborted')
    if (state) onChange?.(state)
    if (state && state.status !== 'open' && state.status !== 'pending') {
      track(foyer, {
        event: state.status === 'arrived' ? 'BUY_SUCCESS' : 'BUY_ENDED',
        properties: { provider: state.provider, status: state.status },
      })
      if (state.status === 'arrived') void refreshBalances(foyer, state)
      return state
    }
    await untilAwake(pollMs)
  }
}

export declare namespace waitForOnramp {
  type Parameters = {
    /** Of the purchase, from `buyToken`. */
    id: string
    onChange?: ((state: OnrampSessionState) => void) | undefined
    signal?: AbortSignal | undefined
  }
}

/** @returns undefined after a failed read, which is repeated */
async function readState(
  foyer: Foyer,
  id: string,
  signal: AbortSignal | undefined,
): Promise<OnrampSessionState | undefined> {
  try {
    return await callApi(foyer, getOnrampSession, { path: { id }, signal })
  } catch (thrown) {
    const error = toFoyerError(thrown)
    if (error.code === 'request-aborted') throw error
    const { status } = Object(error.cause) as { readonly status?: unknown }
    if (status === 404) throw new FoyerError('resource-not-found', { cause: error })
    foyer.log('info', 'the state of a purchase could not be read', error)
    return undefined
  }
}

async function refreshBalances(foyer: Foyer, { address, chainId }: OnrampSessionState) {
  const namespace = namespaceOf(chainId as ChainId)
  if (readOwner(foyer.store.get(), namespace)?.address !== address) return
  try {
    await loadBalances(foyer, { force: true, namespace })
  } catch (error) {
    foyer.log('info', 'the balances could not be read after a purchase', error)
  }
}
