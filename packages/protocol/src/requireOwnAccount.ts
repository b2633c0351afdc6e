import { FoyerError } from './errors.ts'

/**
 * Refuses a request that names another account than the one that would sign. Hex addresses may differ in case, since a
 * checksum is in it.
 *
 * @param given - What the request names; undefined where it names none.
 * @param own - The address of the wallet on the family of networks that is asked for: hex, or base58.
 * @throws {@link FoyerError} `unauthorized`
 */
export function requireOwnAccount(given: unknown, own: string): void {
  if (given === undefined || given === own) return
  if (own.startsWith('0x') && String(given).toLowerCase() === own.toLowerCase()) return
  throw new FoyerError('unauthorized', { details: 'The request names another account.' })
}
