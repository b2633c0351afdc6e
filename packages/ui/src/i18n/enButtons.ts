/** The words of the buttons, which stand on the page before anything else of the modal is loaded. */
export const enButtons = {
  'button.connect': 'Connect wallet',
  'button.connecting': 'Connecting…',
  'button.account': 'Account',
  'button.network': 'Select network',
  'button.unsupported': 'Switch network',
} as const
