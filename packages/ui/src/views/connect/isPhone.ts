import { readPlatform } from './readPlatform.ts'

/** Whether wallets are apps here, reached by links, instead of extensions and a phone beside it. */
export function isPhone(from: Navigator = navigator): boolean {
  const platform = readPlatform(from)
  return platform === 'ios' || platform === 'android'
}
