import {
  openFromRecoveryKey,
  type Share,
  shareAad,
  type WalletFacts,
} from '@foyer/protocol/custody'
import type { RecoveryKey } from './recoveryFactor.ts'
import { type Expected, readShare } from './releaseShares.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Builds the associated data with which a rec share is sealed to the recovery key. */
export function recoveryShareAad({
  userId,
  wallet: { walletId, epoch, evm, sol },
  setId,
  keyId,
}: {
  userId: string
  wallet: WalletFacts
  setId: string
  keyId: string
}): Bytes {
  return shareAad({ role: 'rec', userId, walletId, setId, epoch, kid: keyId, evm, sol })
}

/** Opens the rec share that B released: plain (`auto`), or sealed to the recovery key. Wipes its input. */
export async function openRecoveryShare({
  bytes,
  key,
  userId,
  wallet,
  expected,
}: {
  bytes: Bytes
  key: RecoveryKey | undefined
  userId: string
  wallet: WalletFacts
  expected: Expected
}): Promise<Share> {
  let plaintext = bytes
  try {
    if (key) {
      const { keyId, jwk, privateKey } = key
      const aad = recoveryShareAad({ userId, wallet, setId: expected.setId, keyId })
      plaintext = await openFromRecoveryKey({ sealed: bytes, privateKey, recoveryKey: jwk, aad })
    }
    return readShare(plaintext, 'rec', expected)
  } finally {
    plaintext.fill(0)
  }
}
