import type { ReceiverKind } from '../transfers.ts'
import type { Contact } from './contacts.ts'
import { isLookAlike } from './isLookAlike.ts'

/**
 * A reason to look twice at a receiver: the account itself, an address that only looks like a known one, a token's
 * contract, another contract, or an address that the account never sent to.
 */
export type ReceiverWarning =
  | { readonly kind: 'own' | 'token' | 'contract' | 'first-time' }
  | { readonly kind: 'look-alike'; readonly of: string }

/**
 * Lists what is unusual about a receiver, the most dangerous first.
 *
 * @param parameters.found - What is at the address; undefined if it could not be read.
 * @param parameters.known - See {@link listKnownReceivers}.
 */
export function checkReceiver({
  address,
  found,
  isSame,
  known,
  to,
}: {
  /** The sender. */
  address: string
  found?: ReceiverKind | undefined
  isSame: (one: string, other: string) => boolean
  known: readonly Pick<Contact, 'address'>[]
  to: string
}): readonly ReceiverWarning[] {
  if (isSame(to, address)) return [{ kind: 'own' }]
  const isKnown = known.some((one) => isSame(one.address, to))
  const model = isKnown
    ? undefined
    : [address, ...known.map((one) => one.address)].find((one) => isLookAlike(to, one, isSame))
  return [
    ...(model === undefined ? [] : [{ kind: 'look-alike', of: model } as const]),
    ...(found === 'token' || found === 'contract' ? [{ kind: found } as const] : []),
    ...(isKnown || model !== undefined ? [] : [{ kind: 'first-time' } as const]),
  ]
}
