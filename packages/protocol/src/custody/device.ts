/** A wallet of this device: its share, under the device's own key. */
export type DeviceWallet = {
  userId: string
  /** Null until both stores took the wallet. */
  committedAt: number | null
  setId: string
  epoch: number
  /** 12 bytes, fresh for every write. */
  iv: Uint8Array<ArrayBuffer>
  ct: Uint8Array<ArrayBuffer>
  /** base64url of 16 bytes. */
  fp: string
  evm: string
  sol: string
  /**
   * The user's recovery key. Only ever what the user's factor gave on this device, never what a server sent.
   */
  recoveryKey?: {
    mode: string
    keyId: string
    jwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  }
}

/** The session of a device; the refresh token is under the device's key. */
export type DeviceSession = {
  sid: string
  userId: string
  rtIv: Uint8Array<ArrayBuffer>
  rtCt: Uint8Array<ArrayBuffer>
  /** ms since 1970. */
  absExp: number
}

/** What a browser keeps for one top-level site, in IndexedDB `foyer1.device`. No key in it can be exported. */
export type DeviceV1 = {
  v: 1
  /** UUID. */
  deviceId: string
  /** ms since 1970. */
  createdAt: number
  /** AES-GCM 256. */
  wrap: CryptoKey
  /** ECDSA P-256: proves every call. */
  pop: CryptoKeyPair
  /** Thumbprint of the public half of `pop`. */
  jkt: string
  /** By wallet id. */
  wallets: Record<string, DeviceWallet>
  session?: DeviceSession
  /** Sessions that ended here and that A does not know of yet. */
  pendingRevoke?: string[]
}
