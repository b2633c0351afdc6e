import type { Social } from '@foyer/core'

/** Names of the providers, as their users know them. */
export const socialTitles: Readonly<Record<Social, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  telegram: 'Telegram',
}

/** The name of a login; that of an email login is a text of the language. */
export const loginTitle = (login: string, email: string): string =>
  Object.hasOwn(socialTitles, login) ? socialTitles[login as Social] : email

/** True for a login at a provider in a window; Farcaster has a view of its own. */
export const isSocialLogin = (login: string): login is Exclude<Social, 'farcaster'> =>
  login !== 'farcaster' && Object.hasOwn(socialTitles, login)
