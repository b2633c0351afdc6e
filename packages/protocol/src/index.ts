export { abortable } from './abort/abortable.ts'
export { type AlertCode, alertOfMessage, alerts } from './alerts.ts'
export { getAnalyticsConfig } from './api/getAnalyticsConfig.ts'
export { getAssetImage } from './api/getAssetImage.ts'
export { getBalance, type TokenBalance, tokenBalance } from './api/getBalance.ts'
export { getConfig } from './api/getConfig.ts'
export { getCurrencyImage } from './api/getCurrencyImage.ts'
export {
  getHistory,
  type HistoryCoverage,
  type HistoryTransaction,
  type HistoryTransfer,
  historyCoverage,
  historyTransaction,
  historyTransfer,
  type OperationType,
  operationTypes,
} from './api/getHistory.ts'
export { getIdentity, type Identity } from './api/getIdentity.ts'
export { getIdentityImage } from './api/getIdentityImage.ts'
export { getNfts, type Nft, nft } from './api/getNfts.ts'
export { getOrigins } from './api/getOrigins.ts'
export { getProject } from './api/getProject.ts'
export { getSupportedChains } from './api/getSupportedChains.ts'
export { getTokenImage } from './api/getTokenImage.ts'
export { getWalletImage } from './api/getWalletImage.ts'
export { getWallets, type Wallet, wallet } from './api/getWallets.ts'
export { type EventFact, postEvent, type TelemetryEvent } from './api/postEvent.ts'
export { postRpc, rpcBatchLimit } from './api/postRpc.ts'
export {
  type AccountId,
  type ChainId,
  formatAccountId,
  isChainId,
  isNamespace,
  type Namespace,
  namespaceOf,
  namespaces,
  parseAccountId,
  referenceOf,
} from './caip.ts'
export { cleanText } from './cleanText.ts'
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
export type { DeviceSession, DeviceV1, DeviceWallet } from './custody/device.ts'
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
export { postToken, revokeSessions } from './custody/postToken.ts'
export {
  exportPublicKey,
  importPublicKey,
  type PublicKey,
  publicKey,
  thumbprint,
} from './custody/publicKey.ts'
export { type RecoveryKeyRecord, recoveryKeyRecord } from './custody/recoveryKeyRecord.ts'
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
export {
  type BodyOf,
  commonQuery,
  defineEndpoint,
  type Endpoint,
  type ErrorBody,
  errorBody,
  type PathNames,
  type QueryInput,
  type QueryOutput,
  type ResponseOf,
} from './endpoint.ts'
export { type ErrorCode, errors, FoyerError } from './errors.ts'
export { formatUnits } from './format/formatUnits.ts'
export {
  accountMessages,
  type SocialProvider,
  socialProviders,
} from './frame/accountMessages.ts'
export { classifyResult } from './frame/classifyResult.ts'
export { emailPattern, isEmail } from './frame/emailPattern.ts'
export {
  budgetOf,
  type FrameBudgetName,
  type FrameMethodBudget,
  frameBudgets,
  listFrameBudgets,
} from './frame/frameBudgets.ts'
export {
  createFrameNonce,
  type FrameCaps,
  frameHello,
  frameLimits,
  frameReady,
  frameReplyEnvelope,
  frameVersion,
} from './frame/frameEnvelope.ts'
export { type FrameError, frameError, fromFrameError, toFrameError } from './frame/frameError.ts'
export type { FrameMessageTable } from './frame/frameFields.ts'
export { frameConnect, frameRequestEnvelope } from './frame/frameInbound.ts'
export type { FrameLogin } from './frame/frameLogin.ts'
export {
  type FrameMessageType,
  type FramePush,
  type FramePushType,
  type FrameReply,
  type FrameReplyInput,
  type FrameRequest,
  type FrameRequestParsed,
  type FrameUser,
  frameMessages,
  isFrameMessage,
} from './frame/frameMessages.ts'
export type { FrameTheme } from './frame/frameTheme.ts'
export { isPlainJson } from './frame/isPlainJson.ts'
export { pickTheme } from './frame/pickTheme.ts'
export { rpcParams } from './frame/rpcParams.ts'
export { decisionMs, framePushes, walletMessages } from './frame/walletMessages.ts'
export { imagePaths } from './imagePaths.ts'
export { type RpcRequest, type RpcResponse, rpcRequest, rpcResponse } from './jsonRpc.ts'
export {
  type AccountDevice,
  type AccountFacts,
  confirmDevice,
  freezeAccount,
  moveRecoveryContact,
  readAccountFacts,
  readRecoveryContact,
  revokeDevice,
  setPreferredAccount,
  signOutEverywhere,
  stepUp,
  stepUpOtp,
  undoEmailChange,
  unfreezeAccount,
  updateEmail,
  updateEmailPrimary,
  updateEmailSecondary,
} from './login/accountCalls.ts'
export { loginDevice, loginEmail, loginOtp, loginRpc } from './login/loginCalls.ts'
export {
  type Capability,
  capabilityMethods,
  classifyMethod,
  type SafeMethod,
  safeMethods,
  type UnsafeMethod,
  unsafeMethods,
} from './methods.ts'
export { readOwn } from './readOwn.ts'
export {
  type RelayMessage,
  type RelayMethod,
  type RelayParams,
  relayBatchLimit,
  relayCloseCodes,
  relayMethods,
  relayPush,
  relayTopic,
} from './relay/relayMethods.ts'
export { requireOwnAccount } from './requireOwnAccount.ts'
export {
  type PreflightCommitment,
  preflightCommitments,
  type SolanaCommitment,
  type SolanaMethod,
  type SolanaSendOptions,
  solanaMethods,
  solanaSendOptions,
  solanaTransactionLimit,
  toSolanaCommitment,
} from './solana.ts'
export { isFoyerError, toFoyerError } from './toFoyerError.ts'
export {
  type ServiceVerdict,
  serviceHeaders,
  serviceSkewMs,
  signServiceCall,
  verifyServiceCall,
} from './vault/serviceCall.ts'
export {
  authFingerprints,
  emailAddress,
  type RecoveryContact,
  requester,
  type VaultEvent,
  vaultBindContact,
  vaultChangeContact,
  vaultConfirmDevice,
  vaultEndSessions,
  vaultEvent,
  vaultForgetDevice,
  vaultFreeze,
  vaultReadContact,
  vaultReadLink,
  vaultSendLink,
  vaultUnfreeze,
} from './vault/vaultCalls.ts'
export {
  type AuthPayload,
  authenticateAnswer,
  authPayload,
  type Cacao,
  cacao,
  sessionAuthenticateParams,
} from './walletconnect/sessionAuthenticate.ts'
export { type SessionErrorName, sessionErrors } from './walletconnect/sessionErrors.ts'
export {
  type Delivery,
  isSessionMethod,
  type SessionMethod,
  sessionMethods,
  sessionTtlS,
  unknownMethodResponse,
} from './walletconnect/sessionMethods.ts'
export {
  caipAccount,
  caipChain,
  type ProposalNamespaces,
  proposalNamespaces,
  type SessionNamespaces,
  sessionNamespaces,
} from './walletconnect/sessionNamespaces.ts'
export {
  hexKey,
  type PeerMetadata,
  peerMetadata,
  proposalAnswer,
  sessionParams,
} from './walletconnect/sessionParams.ts'
