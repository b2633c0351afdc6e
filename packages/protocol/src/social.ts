export { customProvider, readLoginProfile } from './social/customProvider.ts'
export {
  farcasterLifeMs,
  farcasterName,
  readFid,
  siwfChainId,
  siwfMaxAgeMs,
  siwfNonce,
  siwfStatement,
} from './social/siwf.ts'
export { socialNonce } from './social/socialNonce.ts'
export {
  isSocialName,
  type SocialClaims,
  type SocialName,
  type SocialProfile,
  type SocialRow,
  socialNames,
  socialTable,
} from './social/socialTable.ts'
