import { FoyerError } from '../errors.ts'

/** The owner of a share: the device, the login server (A) or the recovery vault (B). */
export type ShareRole = 'dev' | 'auth' | 'rec'

/** One share of a wallet's entropy, with the ids that bind it to its wallet and set. */
export type Share = {
  role: ShareRole
  /** UUID, lower case. */
  walletId: string
  /** UUID, lower case; shares of different sets can not be combined. */
  setId: string
  /** 1 to 65535; counts the recovery sets of the wallet. */
  epoch: number
  /** As Shamir's `split` returned it: 17 bytes for 128-bit entropy, 33 for 256. */
  share: Uint8Array<ArrayBuffer>
  /** 16 bytes to verify the combined entropy, see {@link walletFingerprint}. */
  fp: Uint8Array<ArrayBuffer>
}

const roles: readonly ShareRole[] = ['dev', 'auth', 'rec']
const lengths: readonly number[] = [17, 33]
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const fpBytes = 16

function fail(details: string): never {
  throw new FoyerError('input-invalid', { details })
}

/** Converts a lower-case UUID to its 16 bytes. */
function uuidBytes(text: string, field: string): Uint8Array {
  if (!uuidForm.test(text)) fail(`${field} is not a lower-case UUID.`)
  const hex = text.replaceAll('-', '')
  return Uint8Array.from({ length: 16 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}

function uuidText(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Encodes a share for sealing: version, role, wallet, set, epoch, length, share, fingerprint; big-endian.
 *
 * @throws {@link FoyerError} `input-invalid` naming the field
 */
export function encodeShare({ role, walletId, setId, epoch, share, fp }: Share) {
  const roleByte = roles.indexOf(role) + 1
  if (roleByte === 0) fail('The role of a share is dev, auth or rec.')
  if (!Number.isInteger(epoch) || epoch < 1 || epoch > 0xffff) fail('epoch is not 1 to 65535.')
  if (!lengths.includes(share.length)) fail('A share has 17 or 33 bytes.')
  if (fp.length !== fpBytes) fail('fp has 16 bytes.')
  const bytes = new Uint8Array(37 + share.length + fpBytes)
  bytes[0] = 1
  bytes[1] = roleByte
  bytes.set(uuidBytes(walletId, 'walletId'), 2)
  bytes.set(uuidBytes(setId, 'setId'), 18)
  new DataView(bytes.buffer).setUint16(34, epoch)
  bytes[36] = share.length
  bytes.set(share, 37)
  bytes.set(fp, 37 + share.length)
  return bytes
}

/**
 * Decodes a share and copies its bytes.
 *
 * @throws {@link FoyerError} `input-invalid` if the layout is wrong
 */
export function parseShare(bytes: Uint8Array): Share {
  const length = bytes[36] ?? 0
  if (!lengths.includes(length) || bytes.length !== 37 + length + fpBytes)
    fail('These bytes have not the length of a share.')
  if (bytes[0] !== 1) fail(`Version ${bytes[0]} of a share is not known.`)
  const role = roles[bytes[1]! - 1] ?? fail('The role of a share is dev, auth or rec.')
  const epoch = new DataView(bytes.buffer, bytes.byteOffset).getUint16(34)
  if (epoch === 0) fail('epoch is not 1 to 65535.')
  return {
    role,
    walletId: uuidText(bytes.subarray(2, 18)),
    setId: uuidText(bytes.subarray(18, 34)),
    epoch,
    share: Uint8Array.from(bytes.subarray(37, 37 + length)),
    fp: Uint8Array.from(bytes.subarray(37 + length)),
  }
}
