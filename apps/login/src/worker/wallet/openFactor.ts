import {
  challengeAad,
  decodeBase64Url,
  encodeBase64Url,
  openFromRecoveryKey,
  type RecoveryEvidence,
  type RecoveryKeyRecord,
  recoveryKey,
  type WalletFacts,
} from '@foyer/protocol/custody'
import { type Factor, openRecoveryKey, type RecoveryKey } from './recoveryFactor.ts'
import type { WalletContext } from './walletContext.ts'

/** Opens the recovery key with the user's factor, and makes the proof of it for B. @throws {@link FoyerError} `recovery-failed` */
export async function openFactor(
  { session, vault }: WalletContext,
  {
    userId,
    wallet,
    factor,
    evidence,
  }: {
    userId: string
    wallet: WalletFacts
    factor: Factor
    evidence?: RecoveryEvidence | undefined
  },
): Promise<{ key: RecoveryKey; record: RecoveryKeyRecord; answer: string }> {
  const { walletId } = wallet
  const { key: record, challenge } = await session.call(vault, recoveryKey, {
    walletId,
    ...(evidence && { evidence }),
  })
  const key = await openRecoveryKey({ userId, wallet, factor, record })
  const answer = await openFromRecoveryKey({
    sealed: decodeBase64Url(challenge),
    privateKey: key.privateKey,
    recoveryKey: key.jwk,
    aad: challengeAad(walletId),
  })
  return { key, record, answer: encodeBase64Url(answer) }
}
