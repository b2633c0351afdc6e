/** Mistakes that a Farcaster app or a relay makes on demand. The key is the form's value. */
export const siwfWrongs = {
  none: 'Answer correctly',
  'other-domain': 'Another domain',
  'other-uri': 'Another address',
  'other-nonce': 'Another nonce',
  'other-chain': 'Another network',
  'other-statement': 'Another statement',
  'other-fid': 'Another user’s Farcaster id',
  'no-fid': 'No Farcaster id',
  'two-fids': 'Two Farcaster ids',
  'other-signer': 'Signed by another key',
  'other-text': 'The signature of another text',
  'auth-address': 'Signed by the app’s key',
  expired: 'Expired',
  old: 'Signed eleven minutes ago',
  'from-the-future': 'Signed in the future',
  'long-lived': 'Valid for an hour',
  'wrong-checksum': 'An address without its checksum',
  'extra-line': 'An empty line more',
  replay: 'The answer of the last login',
  'invented-name': 'An invented name',
} as const
export type SiwfWrong = keyof typeof siwfWrongs

/** True for a value of the form. */
export const isSiwfWrong = (text: string): text is SiwfWrong => Object.hasOwn(siwfWrongs, text)
