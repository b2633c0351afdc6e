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
export {
  type AccountLogin,
  addEmailLogin,
  addEmailLoginOtp,
  proveLoginByLink,
  readLogins,
  removeLogin,
} from './login/accountLogins.ts'
export { loginCustom, loginCustomEnd } from './login/customCalls.ts'
export { loginFarcaster, loginFarcasterEnd } from './login/farcasterCalls.ts'
export {
  answerChannel,
  type ChannelAnswer,
  type ChannelParams,
  channelToken,
  openChannel,
  readChannel,
} from './login/farcasterRelay.ts'
export { loginDevice, loginEmail, loginOtp, loginRpc } from './login/loginCalls.ts'
export {
  addPermission,
  type GrantedPermissionRow,
  readPermissions,
  revokePermission,
} from './login/permissionCalls.ts'
export {
  type LoginPurpose,
  loginSocial,
  loginSocialBind,
  loginSocialEnd,
  loginSocialOpen,
  loginSocials,
  type SocialFailure,
} from './login/socialCalls.ts'
export {
  loginOperation,
  loginOperationSend,
  loginOperationState,
  loginSponsorCalls,
  loginSponsorCheck,
  loginSponsorState,
} from './login/sponsorCalls.ts'
