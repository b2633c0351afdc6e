/** English texts about the ways to log in to the account of a login. */
export const enLogins = {
  'logins.with': 'You log in with {names}.',
  'logins.email': 'email',
  'logins.passkey': 'a passkey',
  'logins.offer': 'Add {name} at Security, so that it opens this wallet too.',
  'logins.add': 'Add it',
} as const
