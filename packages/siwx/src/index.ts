export type { SignInServer } from './rules.ts'
export { siweConfig } from './siweConfig.ts'
export { siwx } from './siwx.ts'
