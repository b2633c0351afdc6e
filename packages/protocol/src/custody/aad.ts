import { FoyerError } from '../errors.ts'
import type { ShareRole } from './share.ts'

type Place = {
  userId: string
  walletId: string
  setId: string
  epoch: number
  /** The key that seals: the store's `kid`, the recovery key's id, or {@link deviceKid}. */
  kid: string
}

/** What a sealed share is bound to. A row that is moved to another place no longer opens. */
export type ShareAad =
  | ({ role: 'auth' } & Place)
  | ({ role: 'rec'; evm: string; sol: string } & Place)
  | ({ role: 'dev'; deviceId: string; jkt: string } & Place)

/** `kid` of what a device seals with its own key. */
export const deviceKid = 'device'

const separator = '\u001f'

/** ASCII fields, one after the other; a field that could be read as two is refused. */
function join(fields: readonly string[]): Uint8Array<ArrayBuffer> {
  for (const field of fields)
    if (!/^[\x20-\x7e]+$/.test(field))
      throw new FoyerError('input-invalid', {
        details: 'A field of additional data is empty, or holds what is not printable ASCII.',
      })
  return new TextEncoder().encode(fields.join(separator))
}

function head(role: ShareRole | 'rec-key', { userId, walletId, setId, epoch, kid }: Place) {
  if (!Number.isInteger(epoch) || epoch < 1 || epoch > 0xffff)
    throw new FoyerError('input-invalid', { details: 'epoch is not 1 to 65535.' })
  return ['foyer1', role, userId, walletId, setId, String(epoch), 'A256GCM', kid]
}

/**
 * Additional data of a share's encryption, wherever it is sealed.
 *
 * @throws {@link FoyerError} `input-invalid` when a field is empty or holds a control character, 0x1F above all
 */
export function shareAad(place: ShareAad): Uint8Array<ArrayBuffer> {
  const fields = head(place.role, place)
  if (place.role === 'dev') fields.push(place.deviceId, place.jkt)
  if (place.role === 'rec') fields.push(place.evm, place.sol)
  return join(fields)
}

/**
 * Additional data of the private half of a recovery key, wrapped under the user's factor. It binds the wallet's
 * addresses, so that who serves the row can not serve another wallet.
 *
 * @throws {@link FoyerError} `input-invalid`
 */
export function recoveryKeyAad(place: {
  userId: string
  walletId: string
  /** Thumbprint of the public half. */
  keyId: string
  /** Epoch at which it was enrolled. */
  epoch: number
  /** `passkey`, `password` or `code`. */
  mode: string
  evm: string
  sol: string
}): Uint8Array<ArrayBuffer> {
  const { keyId, mode, evm, sol } = place
  return join([...head('rec-key', { ...place, setId: keyId, kid: mode }), evm, sol])
}

/** Additional data of a data key under a store's key. @throws {@link FoyerError} `input-invalid` */
export function kekAad({
  store,
  kid,
  aad,
}: {
  store: 'A' | 'B'
  kid: string
  aad: Uint8Array
}): Uint8Array<ArrayBuffer> {
  const before = join(['foyer1', 'kek', store, kid])
  const bytes = new Uint8Array(before.length + 1 + aad.length)
  bytes.set(before)
  bytes[before.length] = 0x1f
  bytes.set(aad, before.length + 1)
  return bytes
}
