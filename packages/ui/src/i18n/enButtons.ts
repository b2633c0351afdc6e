/** Button texts, which are on the page before anything else of the modal has loaded. */
export const enButtons = {
  'button.connect': 'Connect wallet',
  'button.connecting': 'Connecting…',
  'button.account': 'Account',
  'button.network': 'Select network',
  'button.unsupported': 'Switch network',
} as const
