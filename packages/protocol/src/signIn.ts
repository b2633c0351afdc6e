/** Sign-in messages: the text that an account signs to prove itself to a site's server. */
export { formatSignIn } from './signIn/formatSignIn.ts'
export { parseSignIn } from './signIn/parseSignIn.ts'
export { formatRecap, type Recap, readRecap, recapSentence } from './signIn/recap.ts'
export {
  type Account,
  isSameAccount,
  type Nonce,
  nonceAnswer,
  type SignInAnswer,
  type SignInSession,
  sessionAnswer,
  signInAnswer,
  signOutRequest,
} from './signIn/signInCalls.ts'
export type { SignInMessage, SignInRequest } from './signIn/signInMessage.ts'
export { isSignInNamespace, type SignInNamespace } from './signIn/signInProfiles.ts'
