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
  loginSocial,
  loginSocialBind,
  loginSocialEnd,
  loginSocialOpen,
  loginSocials,
  type SocialFailure,
} from './login/socialCalls.ts'
