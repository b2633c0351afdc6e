import {
  type DeviceSession,
  type DeviceV1,
  type DeviceWallet,
  deviceKid,
  openAes,
  parseShare,
  type Share,
  sealAes,
  shareAad,
} from '@foyer/protocol/custody'

type Bytes = Uint8Array<ArrayBuffer>

const split = (sealed: Bytes) => ({ iv: sealed.slice(0, 12), ct: sealed.slice(12) })

function joined(iv: Bytes, ct: Bytes): Bytes {
  const bytes = new Uint8Array(iv.length + ct.length)
  bytes.set(iv)
  bytes.set(ct, iv.length)
  return bytes
}

type Place = { userId: string; walletId: string; setId: string; epoch: number }

const deviceAad = ({ deviceId, jkt }: DeviceV1, place: Place) =>
  shareAad({ role: 'dev', ...place, kid: deviceKid, deviceId, jkt })

/** Encrypts the device's share with the device's own key and a new IV. */
export async function sealDeviceShare(
  device: DeviceV1,
  { place, plaintext }: { place: Place; plaintext: Bytes },
): Promise<{ iv: Bytes; ct: Bytes }> {
  return split(await sealAes(device.wrap, plaintext, deviceAad(device, place)))
}

/** Decrypts the device's share of its wallet. @throws {@link FoyerError} `share-unreadable` */
export async function openDeviceShare(
  device: DeviceV1,
  { userId, walletId, wallet }: { userId: string; walletId: string; wallet: DeviceWallet },
): Promise<Share> {
  const { setId, epoch, iv, ct } = wallet
  const aad = deviceAad(device, { userId, walletId, setId, epoch })
  const plaintext = await openAes(device.wrap, joined(iv, ct), aad)
  try {
    return parseShare(plaintext)
  } finally {
    plaintext.fill(0)
  }
}

const tokenAad = ({ deviceId }: DeviceV1, sid: string) =>
  new TextEncoder().encode(['foyer1', 'refresh', deviceId, sid].join('\u001f'))

/** Encrypts a refresh token with the device's key. */
export async function sealRefreshToken(device: DeviceV1, sid: string, token: string) {
  const sealed = await sealAes(device.wrap, new TextEncoder().encode(token), tokenAad(device, sid))
  const { iv, ct } = split(sealed)
  return { rtIv: iv, rtCt: ct }
}

/** Decrypts a session's refresh token. @throws {@link FoyerError} `share-unreadable` */
export async function openRefreshToken(device: DeviceV1, session: DeviceSession): Promise<string> {
  const sealed = joined(session.rtIv, session.rtCt)
  return new TextDecoder().decode(await openAes(device.wrap, sealed, tokenAad(device, session.sid)))
}
