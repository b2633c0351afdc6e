import type { ChainId } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { cleanName, getIdentityOf } from './getIdentityOf.ts'

/**
 * The registered name of any address, safe to show.
 *
 * @returns undefined if it has none, or without an api.
 * @throws FoyerError `http-failed`, `request-timed-out`
 */
export async function getName(
  foyer: Foyer,
  parameters: { address: string; chainId: ChainId },
): Promise<string | undefined> {
  if (foyer.options.apiUrl === undefined) return undefined
  return cleanName((await getIdentityOf(foyer, parameters)).name)
}
