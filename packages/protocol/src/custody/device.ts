/** A wallet on this device: its share, encrypted with the device's own key. */
export type DeviceWallet = {
  userId: string
  /** Null until both stores have accepted the wallet. */
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
   * The user's recovery key, from the user's factor on this device only, never from a server.
   */
  recoveryKey?: {
    mode: string
    keyId: string
    jwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  }
}

/** A wallet that is held by passkeys alone, as this device opened it: no share, and nothing that opens it. */
export type PasskeyWallet = {
  /** Id of the passkey that signs on this device: the one that logged in here. Undefined after a login by a code. */
  passkeyId?: string
  /** False for the passkey from which the wallet is derived. Any other opens it with an envelope that the login server keeps. */
  isAdded: boolean
  evm: string
  sol: string
}

/** The session of a device; the refresh token is encrypted with the device's key. */
export type DeviceSession = {
  sid: string
  userId: string
  rtIv: Uint8Array<ArrayBuffer>
  rtCt: Uint8Array<ArrayBuffer>
  /** ms since 1970. */
  absExp: number
}

/** Everything that a browser stores for one top-level site, in IndexedDB `foyer1.device`. All keys are non-extractable. */
export type DeviceV1 = {
  v: 1
  /** UUID. */
  deviceId: string
  /** ms since 1970. */
  createdAt: number
  /** AES-GCM 256. */
  wrap: CryptoKey
  /** ECDSA P-256: signs the proof of every call. */
  pop: CryptoKeyPair
  /** Thumbprint of the public half of `pop`. */
  jkt: string
  /** By wallet id. */
  wallets: Record<string, DeviceWallet>
  /** By user id. */
  passkeyWallets?: Record<string, PasskeyWallet>
  session?: DeviceSession
  /** Sessions that ended on this device, but that A does not know of yet. */
  pendingRevoke?: string[]
}
