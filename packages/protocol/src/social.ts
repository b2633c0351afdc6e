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
