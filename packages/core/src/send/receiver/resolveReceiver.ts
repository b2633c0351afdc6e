import { FoyerError, type Namespace, parseAccountId } from '@foyer/protocol'
import { readConnection } from '../../account/readConnection.ts'
import type { Foyer } from '../../foyer.ts'
import { resolveName } from './resolveName.ts'

/** A receiver that can be sent to. */
export type Receiver = {
  readonly address: string
  /** The name that it was found by. */
  readonly name?: string | undefined
}

/**
 * Finds the account that a typed or pasted receiver means: an address, a CAIP-10 account id of the current network, or
 * a name.
 *
 * @throws FoyerError `not-connected`, `address-invalid` (also an unknown name), `chain-unsupported` (a CAIP-10 id of
 *   another network), `http-failed`, `request-aborted`
 * @source spec 5.9, 8.10
 */
export async function resolveReceiver(
  foyer: Foyer,
  parameters: { text: string; namespace?: Namespace | undefined; signal?: AbortSignal | undefined },
): Promise<Receiver> {
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const text = parameters.text.trim()
  const id = parseAccountId(text)
  if (id && id.chainId !== connection.chainId)
    throw new FoyerError('chain-unsupported', { details: `${id.address} is on ${id.chainId}.` })
  const address = id?.address ?? text
  if (await adapter.verifyAddress(address)) return { address }
  if (!id && isName(text)) {
    const found = await resolveName(foyer, {
      name: text.toLowerCase(),
      chainId: connection.chainId,
      signal: parameters.signal,
    })
    if (found !== undefined && (await adapter.verifyAddress(found)))
      return { address: found, name: text.toLowerCase() }
  }
  throw new FoyerError('address-invalid', { details: text })
}

/** True if a text has the shape of a name: labels, with a point between them. */
export function isName(text: string): boolean {
  return text.length <= 255 && /^[^\s.:/]+(\.[^\s.:/]+)+$/.test(text)
}
