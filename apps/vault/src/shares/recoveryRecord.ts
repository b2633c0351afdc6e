import { type RecoveryKeyRecord, readRecoveryKeyRecord } from '@foyer/protocol/custody'
import { openText, recordOwner, sealText } from '../contacts/contact.ts'
import type { Services } from '../services.ts'
import type { KeyB } from './walletState.ts'

/** Decrypts the record of a recovery key, also one stored with a single factor. */
export async function openRecord(
  { kms }: Pick<Services, 'kms'>,
  { blob, changeId, createdAt, kid, walletId }: KeyB,
): Promise<RecoveryKeyRecord> {
  const owner = recordOwner(walletId, changeId)
  return readRecoveryKeyRecord(JSON.parse(await openText(kms, { owner, kid, blob })), { createdAt })
}

/** Encrypts the record of a recovery key for its row. */
export const sealRecord = (
  { kms }: Pick<Services, 'kms'>,
  {
    changeId,
    record,
    walletId,
  }: Pick<KeyB, 'changeId' | 'walletId'> & { record: RecoveryKeyRecord },
): Promise<Pick<KeyB, 'kid' | 'blob'>> =>
  sealText(kms, { owner: recordOwner(walletId, changeId), text: JSON.stringify(record) })
