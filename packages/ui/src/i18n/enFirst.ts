import { enButtons } from './enButtons.ts'

/**
 * Texts for the first click and titles of the views that may open first: they load with the shell, the others with the
 * first view after it.
 */
export const enFirst = {
  // buttons on the page
  ...enButtons,

  // titles of views
  'connect.title': 'Connect wallet',
  'connecting.title': '{wallet}',
  'walletConnect.title': 'Scan with your wallet',
  'allWallets.title': 'All wallets',
  'whatIsAWallet.title': 'What is a wallet?',
  'getWallet.title': 'Get a wallet',
  'account.title': 'Account',
  'networks.title': 'Choose a network',
  'unsupportedChain.title': 'Switch network',

  // shell
  'modal.back': 'Back',
  'modal.close': 'Close',
  'modal.loading': 'Loading',
  'modal.offline': 'You seem to be offline.',
  'modal.viewFailed': 'This screen could not be loaded.',
  'modal.retry': 'Try again',

  // connect
  'connect.wallets': 'Wallets',
  'connect.installed': 'Installed',
  'connect.recent': 'Recent',
  'connect.waiting': 'Waiting',
  'connect.allWallets': 'All wallets',
  'connect.chooseWallet': 'Choose a wallet',
  'connect.whatIsAWallet': 'What is a wallet?',
  'connect.empty': 'No wallet found in this browser.',
  'connect.getWallet': 'Get a wallet',

  // errors that can happen anywhere
  'error.other': 'Something went wrong. Try again.',
} as const
