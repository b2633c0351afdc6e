import { readPlatform } from './readPlatform.ts'

/** True where wallets are apps opened by links, instead of extensions and a second device. */
export function isPhone(from: Navigator = navigator): boolean {
  const platform = readPlatform(from)
  return platform === 'ios' || platform === 'android'
}
