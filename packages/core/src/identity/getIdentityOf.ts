import type { ChainId } from '@foyer/protocol'
import { getIdentity, type Identity } from '@foyer/protocol/api'
import { cached } from '../cache/cached.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'

/** Lifetime of a name and picture, ms. @source spec 9.16 */
export const identityTtlMs = 300_000

/** Name and picture of an address, as the api answers. @throws FoyerError `http-failed`, `request-timed-out` */
export function getIdentityOf(
  foyer: Foyer,
  {
    address,
    chainId,
    force = false,
  }: {
    address: string
    chainId: ChainId /** Bypass the cache. @default false */
    force?: boolean | undefined
  },
): Promise<Identity> {
  return cached(foyer, {
    key: `identity:${chainId}:${address}`,
    ttlMs: identityTtlMs,
    schema: getIdentity.response,
    force,
    load: () => callApi(foyer, getIdentity, { path: { address }, query: { chainId } }),
  })
}

/** Removes characters that reverse or hide the text next to the name, since anyone can register any name. */
export function cleanName(name: string | null): string | undefined {
  return (
    name?.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '').trim() || undefined
  )
}
