import type { IdentityUser } from './identityUsers.ts'

/** Mistakes that a provider makes on demand. The key is the form's value. */
export const wrongAnswers = {
  none: 'Answer correctly',
  'no-id-token': 'No id_token',
  'other-nonce': 'Another nonce',
  'no-nonce': 'No nonce',
  'other-audience': 'Another audience',
  'two-audiences': 'Two audiences',
  'other-issuer': 'Another issuer',
  expired: 'Expired id_token',
  'from-the-future': 'An id_token of tomorrow',
  'no-algorithm': 'Unsigned (alg none)',
  'other-key': 'Signed with another key',
  'client-secret': 'Signed with the client secret',
  'other-state': 'Another state',
  'other-provider': 'Another provider’s iss',
  'unverified-email': 'Unverified address',
  'no-email': 'No address',
  'other-subject': 'Another subject',
  'server-error': 'Status 500',
  slow: 'No answer',
} as const
export type WrongAnswer = keyof typeof wrongAnswers

/** True for a value of the form. */
export const isWrongAnswer = (text: string): text is WrongAnswer =>
  Object.hasOwn(wrongAnswers, text)

/** The account as the provider describes it. */
export function wrongUser(wrong: WrongAnswer, user: IdentityUser): IdentityUser {
  if (wrong === 'unverified-email') return { ...user, isVerified: false }
  if (wrong === 'no-email') return { ...user, email: undefined, isVerified: false }
  if (wrong === 'other-subject') return { ...user, subject: `9${user.subject}` }
  return user
}
