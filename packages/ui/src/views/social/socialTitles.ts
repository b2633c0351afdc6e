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
