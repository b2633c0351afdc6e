/**
 * Internal entry for Foyer's own wallets, so that the same code parses what is shown and what is signed. Not covered by
 * semantic versioning: use `@foyer/decode`.
 */
export { cleanName } from './cleanName.ts'
export { checksumAddress } from './evm/checksumAddress.ts'
export { type AbiValue, decodeAbi } from './evm/decodeAbi.ts'
export { concat, fromHex, toHex } from './evm/hex.ts'
export {
  checkGrant,
  decodeGrant,
  encodeGrant,
  encodeRevoke,
  grantDigest,
  originHash,
  type PermissionGrant,
  type PermissionGrantInput,
  permissionGrant,
  permissionsContract,
  readRedeemed,
} from './evm/permissionGrant.ts'
export {
  encodeExecute,
  encodeOperationSignature,
  encodeSignedExecute,
  executeDigest,
  nestMessage,
  type Operation,
  type OwnCall,
  operationDigest,
} from './evm/smartAccount.ts'
export { type TransactionRequest, transactionRequest } from './evm/transactionRequest.ts'
export { readSignInMessage } from './signInMessage.ts'
export type { Together } from './signRequest.ts'
export { decodeBase58, encodeBase58 } from './solana/base58.ts'
export { decodeBase64, encodeBase64 } from './solana/base64.ts'
export {
  looksLikeTransaction,
  parseSolanaTransaction,
  type SolanaTransaction,
} from './solana/message.ts'
export { readSolanaMessage } from './solana/readSolanaMessage.ts'
export { programs as solanaPrograms } from './solana/solanaPrograms.ts'
export { nestTypedData } from './typed/nestedTypedData.ts'
export { refuseAccountData } from './typed/refuseAccountData.ts'
export { typedData, typedDataDigest } from './typed/typedData.ts'
export { checkTypedDataSize } from './typed/typedDataLimits.ts'
