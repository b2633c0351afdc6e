export { createTokenVerifier, type TokenRules, tokenLifeMs } from './tokens/createTokenVerifier.ts'
export {
  type CustomLogin,
  type CustomLoginSetting,
  customLogins,
} from './tokens/customLogins.ts'
