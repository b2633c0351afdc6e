import { type ChainId, type FoyerError, readOwn } from '@foyer/protocol'
import { getName } from '@foyer/protocol/api'
import { cached } from '../../cache/cached.ts'
import type { Foyer } from '../../foyer.ts'
import { callApi } from '../../http/callApi.ts'
import { identityTtlMs } from '../../identity/getIdentityOf.ts'
import { requireNetwork } from '../../network/requireNetwork.ts'

/**
 * Finds the address that a name has on a network, by the api.
 *
 * @param parameters.name - In lower case.
 * @returns undefined if there is no such name, or it has no address on this network, or there is no api.
 * @throws FoyerError `http-failed`, `request-timed-out`, `request-aborted`
 * @source spec 7.32
 */
export async function resolveName(
  foyer: Foyer,
  { chainId, name, signal }: { chainId: ChainId; name: string; signal?: AbortSignal | undefined },
): Promise<string | undefined> {
  const network = requireNetwork(foyer, chainId)
  const { transfers } = foyer.adapters[network.chainNamespace] ?? {}
  if (!transfers || foyer.options.apiUrl === undefined) return undefined
  const [{ coinTypes }, found] = await Promise.all([
    transfers(),
    cached(foyer, {
      key: `name:${name}`,
      ttlMs: identityTtlMs,
      signal,
      load: () => callApi(foyer, getName, { path: { name } }).catch(unlessUnknown),
    }),
  ])
  const coinType = coinTypes(network).find((type) => readOwn(found?.addresses ?? {}, type))
  return coinType && found?.addresses[coinType]?.address
}

/** An unknown name is an answer. */
function unlessUnknown(error: unknown): undefined {
  const { code } = Object((error as FoyerError).cause) as { readonly code?: unknown }
  if (code === 'resource-not-found') return undefined
  throw error
}
