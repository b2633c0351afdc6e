/** English texts of the login by a passkey alone. */
export const enPasskey = {
  'passkey.title': 'Open your wallet with a passkey',
  'passkey.waiting': 'Go on in the card of your wallet.',
  'passkey.opening': 'Opening your wallet',
  'passkey.closed': 'It was closed before the wallet was open.',
  'passkey.failed': 'The wallet could not be opened. Try again.',
} as const
