import { enFirst } from './enFirst.ts'

/** English, and the list of every message there is. Other languages are `Messages`. One block an area, in this order. */
export const en = {
  // buttons on the page, shell, connect, and the titles of all views
  ...enFirst,

  // connecting
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

  // by a code or a link
  'walletConnect.scan': 'Open a wallet on your phone and scan this code.',
  'walletConnect.scanElsewhere': 'Scan this code with a wallet on another device.',
  'walletConnect.scanWith': 'Scan this code with {wallet} on your phone.',
  'walletConnect.label': 'Code to scan with a wallet',
  'walletConnect.copy': 'Copy link',
  'walletConnect.copied': 'Link copied',
  'walletConnect.copyFailed': 'The link could not be copied.',
  'walletConnect.approve': 'Approve in your wallet',
  'walletConnect.expiredTitle': 'This code has expired',
  'walletConnect.expired': 'Codes last a few minutes. Get a new one to go on.',
  'walletConnect.offline': 'The code comes when you are back.',
  'walletConnect.renew': 'New code',
  'walletConnect.failed': 'Wallets could not be reached. Try again.',
  'walletConnect.unreachable':
    'Wallets could not be reached. Check your connection, then try again.',
  'walletConnect.refusedTitle': 'Not set up yet',
  'walletConnect.refused': 'This site can not connect wallets by code yet. Choose another way.',
  'walletConnect.clockTitle': 'Check your clock',
  'walletConnect.clock': 'The time on this device is wrong. Set it right, then try again.',
  'walletConnect.endedTitle': 'The connection was ended',
  'walletConnect.ended': 'Another one was begun, or this one was cancelled.',
  'walletConnect.ways': 'How to reach the wallet',
  'walletConnect.browser': 'Browser',
  'walletConnect.phone': 'Phone',
  'walletConnect.desktop': 'Desktop',
  'walletConnect.web': 'Web',
  'walletConnect.open': 'Open {wallet}',
  'walletConnect.ready': 'Connect with {wallet}',
  'walletConnect.return': 'Approve in {wallet}, then return here.',
  'walletConnect.nothing': 'Did nothing open? Try again, or get {wallet} first.',
  'walletConnect.get': 'Get {wallet}',
  'walletConnect.chooser': 'Open a wallet on this phone',
  'walletConnect.other': 'Use a code or a link',
  'walletConnect.usePhone': 'Use your phone instead',

  // all wallets
  'allWallets.search': 'Search wallets',
  'allWallets.clear': 'Clear search',
  'allWallets.empty': 'No wallet is called “{search}”.',
  'allWallets.none': 'No wallets are listed.',
  'allWallets.failed': 'The list could not be loaded.',
  'allWallets.found': '{count} wallets',

  // what is a wallet
  'whatIsAWallet.own': 'A home for what you own',
  'whatIsAWallet.ownText': 'Keep, send and receive coins, tokens and collectibles.',
  'whatIsAWallet.login': 'A new way to log in',
  'whatIsAWallet.loginText': 'Connect to sites like this one, with no new account and no password.',
  'whatIsAWallet.ask': 'Nothing moves without you',
  'whatIsAWallet.askText': 'Each request waits in your wallet until you approve it.',

  // get a wallet
  'getWallet.get': 'Get',
  'getWallet.notInstalled': '{wallet} is not installed here. Get it, then come back.',
  'getWallet.chrome': 'Chrome Web Store',
  'getWallet.appStore': 'App Store',
  'getWallet.playStore': 'Google Play',
  'getWallet.homepage': 'Website',
  'getWallet.webapp': 'Open in this browser',
  'getWallet.none': 'No wallets are listed for this site.',

  // account
  'account.title': 'Account',
  'account.showAddress': '{address}, show the whole address',
  'account.hideAddress': '{address}, hide the whole address',
  'account.copyAddress': 'Copy address',
  'account.copyFailed': 'The address could not be copied. Show it and copy it by hand.',
  'account.explorer': 'View on explorer',
  'account.balanceUnknown': 'Balance unknown',
  'account.tokens': 'Tokens',
  'account.refresh': 'Refresh balances',
  'account.empty': 'No tokens on {network} yet.',
  'account.unavailable': 'Token Balance Unavailable',
  'account.unavailableText': 'The balances could not be loaded. Your tokens are safe.',
  'account.retryIn': 'Try again in {seconds} s',
  'account.all': 'Show all {count}',
  'account.fewer': 'Show fewer',
  'account.disconnect': 'Disconnect',
  'account.disconnectFailed': 'Failed to disconnect',

  // several wallets
  'connections.open': '{wallet}, show your wallets',
  'connections.active': 'In use',
  'connections.chosen': 'Chosen account',
  'connections.accounts': 'Accounts of {wallet}',
  'connections.smartAccount': 'Smart account',
  'connections.missing': 'Not connected',
  'connections.connect': 'Connect',
  'connections.connectAnother': 'Connect another wallet',
  'connections.disconnect': 'Disconnect {wallet} ({family})',
  'connections.disconnectAll': 'Disconnect all',
  'connections.none': 'No wallet is connected.',
  'connections.with': 'Connected with {wallet}',
  'chooseNamespace.text': 'Where do you want to use {wallet}?',
  'connectFamily.title': 'Connect a wallet for {network}',
  'connectFamily.text': 'Your other wallets stay connected.',

  // networks
  'networks.title': 'Choose a network',
  'networks.search': 'Search networks',
  'networks.current': 'Current network',
  'networks.currentOf': 'Current network of {wallet}',
  'networks.notAllowed': 'Not allowed by {wallet}',
  'networks.testnet': 'Test network',
  'networks.number': 'Network {id}',
  'networks.empty': 'No network is called “{search}”.',
  'networks.unsupported': 'Unsupported network',
  'networks.unsupportedText':
    'This site does not work on the network of your wallet. Choose one of these.',
  'whatIsANetwork.title': 'What is a network?',
  'whatIsANetwork.home': 'Where your tokens live',
  'whatIsANetwork.homeText':
    'A network is a ledger that many computers keep together. Each one holds its own tokens.',
  'whatIsANetwork.fees': 'Each has its own fees',
  'whatIsANetwork.feesText': 'You pay them in the coin of the network, so keep a little of it.',
  'whatIsANetwork.change': 'You can change at any time',
  'whatIsANetwork.changeText':
    'Your address stays the same on related networks. Nothing moves when you switch.',
  'switchNetwork.title': 'Switch network',
  'switchNetwork.waiting': 'Approve in your wallet',
  'switchNetwork.hint': 'Open {wallet} and approve the switch to {network}.',
  'switchNetwork.declinedTitle': 'Switch declined',
  'switchNetwork.declined': 'You declined the request. Try again?',
  'switchNetwork.pendingTitle': 'A request is waiting',
  'switchNetwork.pending': 'Open {wallet}, answer it, then try again.',
  'switchNetwork.timedOutTitle': 'No answer',
  'switchNetwork.timedOut': '{wallet} did not answer. Open it, then try again.',
  'switchNetwork.failedTitle': 'Switch failed',
  'switchNetwork.failed': '{wallet} could not switch to {network}. Try again.',
  'switchNetwork.cannot': '{wallet} can not be switched from here. Choose {network} in the wallet.',
  'unsupportedChain.title': 'Switch network',
  'unsupportedChain.text':
    '{wallet} is on network {id}, which this site does not support. Choose one of these to go on.',

  // settings
  'settings.title': 'Settings',
  'settings.theme': 'Appearance',
  'settings.system': 'System',
  'settings.light': 'Light',
  'settings.dark': 'Dark',
  'settings.language': 'Language',

  // errors, by their code where a person can do something about it
} as const

export type MessageKey = keyof typeof en
/** Every message in one language. */
export type Messages = Readonly<Record<MessageKey, string>>
