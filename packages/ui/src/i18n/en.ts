import { enButtons } from './enButtons.ts'

/** English, and the list of every message there is. Other languages are `Messages`. One block an area, in this order. */
export const en = {
  // buttons on the page
  ...enButtons,

  // shell
  'modal.back': 'Back',
  'modal.close': 'Close',
  'modal.loading': 'Loading',
  'modal.offline': 'You seem to be offline.',
  'modal.viewFailed': 'This screen could not be loaded.',
  'modal.retry': 'Try again',
  'modal.copy': 'Copy',
  'modal.copied': 'Copied',

  // connect
  'connect.title': 'Connect wallet',
  'connect.wallets': 'Wallets',
  'connect.installed': 'Installed',
  'connect.recent': 'Recent',
  'connect.allWallets': 'All wallets',
  'connect.chooseWallet': 'Choose a wallet',
  'connect.whatIsAWallet': 'What is a wallet?',
  'connect.empty': 'No wallet found in this browser.',
  'connect.getWallet': 'Get a wallet',
  'connect.legalCheckbox': 'I accept the {terms} and the {privacy}',
  'connect.legalCheckboxOne': 'I accept the {link}',
  'connect.legalCheckboxPlain': 'I accept the terms of this site',
  'connect.legalNote': 'By connecting you accept the {terms} and the {privacy}',
  'connect.legalNoteOne': 'By connecting you accept the {link}',
  'connect.terms': 'terms of service',
  'connect.privacy': 'privacy policy',
  'connect.legalNeeded': 'Accept the terms first.',

  // connecting
  'connecting.title': '{wallet}',
  'connecting.open': 'Waiting for {wallet}',
  'connecting.continue': 'Continue',
  'connecting.hint': 'Open {wallet} and approve the connection.',
  'connecting.pending': 'A request is already waiting in {wallet}. Open it to continue.',
  'connecting.declined': 'You declined the request. Try again?',
  'connecting.declinedTitle': 'Connection declined',
  'connecting.failed': '{wallet} could not connect. Try again.',
  'connecting.failedTitle': 'Connection failed',
  'connecting.timedOut': '{wallet} did not answer. Open it, then try again.',
  'connecting.timedOutTitle': 'No answer',
  'connecting.connected': 'Connected',
  'connecting.retry': 'Try again',

  // all wallets
  'allWallets.title': 'All wallets',
  'allWallets.search': 'Search wallets',
  'allWallets.clear': 'Clear search',
  'allWallets.empty': 'No wallet is called “{search}”.',
  'allWallets.none': 'No wallets are listed.',
  'allWallets.failed': 'The list could not be loaded.',
  'allWallets.found': '{count} wallets',

  // what is a wallet
  'whatIsAWallet.title': 'What is a wallet?',
  'whatIsAWallet.own': 'A home for what you own',
  'whatIsAWallet.ownText': 'Keep, send and receive coins, tokens and collectibles.',
  'whatIsAWallet.login': 'A new way to log in',
  'whatIsAWallet.loginText': 'Connect to sites like this one, with no new account and no password.',
  'whatIsAWallet.ask': 'Nothing moves without you',
  'whatIsAWallet.askText': 'Each request waits in your wallet until you approve it.',

  // get a wallet
  'getWallet.title': 'Get a wallet',
  'getWallet.get': 'Get',
  'getWallet.getFor': 'Get {wallet}',
  'getWallet.notInstalled': '{wallet} is not installed here. Get it, then come back.',
  'getWallet.chrome': 'Chrome Web Store',
  'getWallet.appStore': 'App Store',
  'getWallet.playStore': 'Google Play',
  'getWallet.homepage': 'Website',
  'getWallet.webapp': 'Open in this browser',
  'getWallet.none': 'No wallets are listed for this site.',
  'getWallet.backTo': 'I have installed it',

  // account
  'account.title': 'Account',

  // networks
  'networks.title': 'Choose a network',
  'whatIsANetwork.title': 'What is a network?',
  'switchNetwork.title': 'Switch network',
  'unsupportedChain.title': 'Switch network',

  // settings
  'settings.title': 'Settings',

  // errors, by their code where a person can do something about it
  'error.other': 'Something went wrong. Try again.',
} as const

export type MessageKey = keyof typeof en
/** Every message in one language. */
export type Messages = Readonly<Record<MessageKey, string>>
