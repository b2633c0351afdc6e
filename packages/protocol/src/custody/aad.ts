import { FoyerError } from '../errors.ts'
import type { ShareRole } from './share.ts'

type Place = {
  userId: string
  walletId: string
  setId: string
  epoch: number
  /** Id of the sealing key: the store's `kid`, the recovery key's id, or {@link deviceKid}. */
  kid: string
}

/** The row that a sealed share belongs to. A share moved to another row can not be opened. */
export type ShareAad =
  | ({ role: 'auth' } & Place)
  | ({ role: 'rec'; evm: string; sol: string } & Place)
  | ({ role: 'dev'; deviceId: string; jkt: string } & Place)

/** The `kid` of a value that a device seals with its own key. */
export const deviceKid = 'device'

const separator = '\u001f'

/** Joins ASCII fields; rejects a field that contains the separator. */
function join(fields: readonly string[]): Uint8Array<ArrayBuffer> {
  for (const field of fields)
    if (!/^[\x20-\x7e]+$/.test(field))
      throw new FoyerError('input-invalid', {
        details: 'A field of additional data is empty or not printable ASCII.',
      })
  return new TextEncoder().encode(fields.join(separator))
}

function head(role: ShareRole | 'rec-key', { userId, walletId, setId, epoch, kid }: Place) {
  if (!Number.isInteger(epoch) || epoch < 1 || epoch > 0xffff)
    throw new FoyerError('input-invalid', { details: 'epoch is not 1 to 65535.' })
  return ['foyer1', role, userId, walletId, setId, String(epoch), 'A256GCM', kid]
}

/**
 * Builds the additional data for encrypting a share, in every store.
 *
 * @throws {@link FoyerError} `input-invalid` if a field is empty or contains a control character, 0x1F in particular
 */
export function shareAad(place: ShareAad): Uint8Array<ArrayBuffer> {
  const fields = head(place.role, place)
  if (place.role === 'dev') fields.push(place.deviceId, place.jkt)
  if (place.role === 'rec') fields.push(place.evm, place.sol)
  return join(fields)
}

/**
 * Builds the additional data for the private half of a recovery key, wrapped under the user's factor. It binds the
 * wallet's addresses, so that the server can not substitute the row of another wallet.
 *
 * @throws {@link FoyerError} `input-invalid`
 */
export function recoveryKeyAad(place: {
  userId: string
  walletId: string
  /** Thumbprint of the public half. */
  keyId: string
  /** Epoch of its enrolment. */
  epoch: number
  /** `passkey`, `password` or `code`. */
  mode: string
  evm: string
  sol: string
}): Uint8Array<ArrayBuffer> {
  const { keyId, mode, evm, sol } = place
  return join([...head('rec-key', { ...place, setId: keyId, kid: mode }), evm, sol])
}

/** Builds the additional data for a data key under a store's key. @throws {@link FoyerError} `input-invalid` */
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
