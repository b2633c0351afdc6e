export {
  deviceKid,
  kekAad,
  recoveryKeyAad,
  type ShareAad,
  shareAad,
} from './custody/aad.ts'
export { openAes, sealAes } from './custody/aesGcm.ts'
export {
  authCommit,
  authForget,
  authPrepare,
  authRelease,
  authStatus,
  type Custody,
  type LiveWallet,
  liveWallet,
} from './custody/authShares.ts'
export { decodeBase64Url, encodeBase64Url } from './custody/base64url.ts'
export { type CustodyErrorCode, custodyErrors } from './custody/custodyErrors.ts'
export {
  type ChangeSet,
  type RecoveryMode,
  recoveryMode,
  type WalletFacts,
  walletFacts,
} from './custody/custodyFields.ts'
export type { DeviceSession, DeviceV1, DeviceWallet, PasskeyWallet } from './custody/device.ts'
export {
  type DpopVerdict,
  dpopNonceError,
  dpopSkewS,
  makeDpopProof,
  verifyDpopProof,
} from './custody/dpop.ts'
export type { Kms, WrappedKey } from './custody/kms.ts'
export { createLocalKms, type LocalKms } from './custody/localKms.ts'
export {
  type PasskeyAssertion,
  type PasskeyEvidence,
  type PasskeyRegistration,
  passkeyAssertion,
  passkeyChallenge,
  passkeyList,
  passkeyOptions,
  passkeyRegister,
  passkeyRegistration,
  passkeyRemove,
  passkeySalt,
} from './custody/passkeys.ts'
export {
  accountProofMessage,
  passkeyWalletAdd,
  passkeyWalletBegin,
  passkeyWalletLogin,
  passkeyWalletRemove,
  passkeyWalletStepUp,
  type WalletFactor,
  walletHandle,
  walletSalt,
} from './custody/passkeyWallet.ts'
export { postToken, revokeSessions } from './custody/postToken.ts'
export {
  exportPublicKey,
  importPublicKey,
  type PublicKey,
  publicKey,
  thumbprint,
} from './custody/publicKey.ts'
export { recoveryContactAdd } from './custody/recoveryContacts.ts'
export {
  type ListedFactor,
  recoveryFactorList,
  recoveryFactorPut,
  recoveryFactorRemove,
} from './custody/recoveryFactors.ts'
export {
  type FactorMode,
  type RecoveryFactor,
  type RecoveryKeyRecord,
  readRecoveryKeyRecord,
  recoveryKeyRecord,
} from './custody/recoveryKeyRecord.ts'
export { openFromRecoveryKey, sealToRecoveryKey } from './custody/recoverySeal.ts'
export {
  challengeAad,
  type RecoveryEvidence,
  recoveryCommit,
  recoveryEvidence,
  recoveryForget,
  recoveryKey,
  recoveryPrepare,
  recoveryRelease,
} from './custody/recoveryShares.ts'
export { encodeShare, parseShare, type Share, type ShareRole } from './custody/share.ts'
export { createReleaseKey, openRelease, sealRelease } from './custody/shareRelease.ts'
export {
  openShareRow,
  rotateShareRow,
  type SharePlace,
  type ShareRow,
  sealShareRow,
  shareRow,
} from './custody/shareRow.ts'
export {
  equalBytes,
  fingerprintMessage,
  walletFingerprint,
} from './custody/walletFingerprint.ts'
