import type { ActionCode, FactLabel, TitleCode, WarningCode } from '@foyer/decode'
import type { OverReason } from './approval.ts'

/** Headings. `{what}` is the first outgoing asset; the second text is for requests without one. */
export const titles: Readonly<Record<TitleCode, readonly [words: string, bare?: string]>> = {
  'sign-message': ['Sign a message'],
  'sign-in': ['Sign in to {site}'],
  'sign-typed-data': ['Sign data'],
  'sign-unreadable': ['Sign something unreadable'],
  'sign-order': ['Sign an order'],
  'sign-safe-transaction': ['Sign for a shared wallet'],
  'sign-user-operation': ['Sign an account operation'],
  'permit-spending': ['Allow spending of {what}', 'Allow spending'],
  'permit-transfer': ['Allow a transfer of {what}', 'Allow a transfer'],
  calls: ['Approve {count} actions'],
  'solana-transaction': ['Approve a transaction'],
  'solana-transactions': ['Approve {count} transactions'],
  send: ['Send {what}', 'Send coins'],
  'send-token': ['Send {what}', 'Send tokens'],
  'send-nft': ['Send {what}', 'Send a collectible'],
  'approve-token': ['Allow spending of {what}', 'Allow spending'],
  'approve-nft': ['Allow a transfer of {what}', 'Allow a transfer of a collectible'],
  'approve-all': ['Hand over a whole collection'],
  'revoke-approval': ['Take back an allowance'],
  wrap: ['Wrap {what}', 'Wrap coins'],
  unwrap: ['Unwrap {what}', 'Unwrap coins'],
  'several-calls': ['Approve several actions'],
  swap: ['Swap {what}', 'Swap tokens'],
  'safe-transaction': ['Act for a shared wallet'],
  'change-safe': ['Change a shared wallet'],
  'user-operations': ['Submit account operations'],
  'create-contract': ['Create a contract'],
  'contract-call': ['Use a contract'],
  'empty-call': ['Send an empty transaction'],
  'create-account': ['Open a token account'],
  'close-account': ['Close a token account'],
  'change-authority': ['Change who controls an account'],
  'assign-account': ['Hand an account to a program'],
  'durable-nonce': ['Approve a transaction that stays valid'],
  memo: ['Write a memo'],
  'fee-settings': ['Set the fee'],
  stake: ['Stake {what}', 'Stake coins'],
  mint: ['Mint tokens'],
  burn: ['Burn {what}', 'Burn tokens'],
  freeze: ['Freeze a token account'],
  'sync-native': ['Update wrapped coins'],
}

/** Lines of a list of calls. */
export const actions: Readonly<Record<ActionCode, string>> = {
  send: 'Send coins',
  'send-token': 'Send tokens',
  'send-nft': 'Send a collectible',
  'approve-token': 'Allow spending',
  'approve-nft': 'Allow a transfer of a collectible',
  'approve-all': 'Hand over a whole collection',
  'revoke-approval': 'Take back an allowance',
  wrap: 'Wrap coins',
  unwrap: 'Unwrap coins',
  'several-calls': 'Several actions',
  swap: 'Swap tokens',
  'safe-transaction': 'Act for a shared wallet',
  'change-safe': 'Change a shared wallet',
  'user-operations': 'Account operations',
  'create-contract': 'Create a contract',
  'contract-call': 'Use a contract',
  'empty-call': 'Nothing but the call',
  'create-account': 'Open a token account',
  'close-account': 'Close a token account',
  'change-authority': 'Change who controls an account',
  'assign-account': 'Hand an account to a program',
  'durable-nonce': 'Use a nonce that does not expire',
  memo: 'Write a memo',
  'fee-settings': 'Set the fee',
  stake: 'Stake coins',
  mint: 'Mint tokens',
  burn: 'Burn tokens',
  freeze: 'Freeze a token account',
  'sync-native': 'Update wrapped coins',
}

export type WarningTone = 'danger' | 'warning' | 'info'

/** Warnings for the user, and their severity. */
export const warnings: Readonly<Record<WarningCode, readonly [tone: WarningTone, words: string]>> =
  {
    'not-text': [
      'danger',
      'This can not be shown as text. Nobody can tell from it what you would sign.',
    ],
    'looks-like-hash': [
      'danger',
      'This may be the fingerprint of a transaction. Your signature could move everything you have.',
    ],
    'hidden-characters': ['warning', 'It holds invisible characters. They are shown as codes.'],
    'unknown-typed-data': ['danger', 'What this data does is not known.'],
    'unknown-call': ['danger', 'What this contract does with the call is not known.'],
    'unknown-program': ['danger', 'A program takes part that is not known.'],
    'not-all-decoded': ['danger', 'A part of it is too large or too deep to be shown.'],
    'lets-spend': ['warning', 'Somebody else may take tokens of yours later.'],
    'unlimited-amount': ['danger', 'There is no limit: everything of this token could be taken.'],
    'whole-balance': ['danger', 'All you have of this token could be taken.'],
    'amount-far-above-balance': [
      'danger',
      'It allows far more than you have: everything of this token could be taken.',
    ],
    'amount-above-balance': ['warning', 'It is more than you have.'],
    'approves-all-nfts': ['danger', 'All your collectibles of this collection could be taken.'],
    'long-deadline': ['danger', 'It stays valid for {days} days.'],
    'deadline-passed': ['warning', 'It is no longer valid.'],
    'no-network-in-data': ['warning', 'It names no network, so it may count on several.'],
    'order-for-nothing': ['danger', 'You would give something and get nothing for it.'],
    'creates-contract': ['warning', 'It creates a new contract.'],
    'calls-own-account': ['danger', 'It changes your own account.'],
    'calls-entry-point': ['danger', 'It acts through the entry point of smart accounts.'],
    'delegate-call': ['danger', 'It runs foreign code with all rights of the account.'],
    'safe-settings': ['danger', 'It changes who controls the shared wallet, or how.'],
    'acts-for-safe': ['danger', 'It can move what the shared wallet owns.'],
    'safe-refund': ['danger', 'The shared wallet also pays a refund for the fee, as shown.'],
    'to-nobody': ['danger', 'The receiver is nobody. What arrives there is lost.'],
    'token-imitates': ['danger', 'This token calls itself {symbol}, and it is not that token.'],
    'token-unreadable': ['warning', 'The token has no readable name or amount.'],
    'sends-to-other': ['warning', 'What comes out of it goes to another account.'],
    'simulation-unavailable': [
      'warning',
      'It could not be tried beforehand. It may do more than what is shown.',
    ],
    'simulation-timed-out': [
      'warning',
      'Trying it beforehand took too long. It may do more than what is shown.',
    ],
    'simulation-reverts': ['warning', 'It would fail now. You would pay the fee for nothing.'],
    'simulation-disagrees': ['danger', 'When tried, more changed than the request says.'],
    'untried-contract': [
      'danger',
      'A contract that is not known takes part, and could not be tried. It may take more than what is shown.',
    ],
    'promises-more': [
      'danger',
      'It says that you get more than was seen to arrive. You may get less, or nothing.',
    ],
    'income-may-fail': [
      'danger',
      'The part that brings you something can fail, and the rest still happens.',
    ],
    'simulation-partial': [
      'warning',
      'Only a part could be tried beforehand. It may do more than what is shown.',
    ],
    'fee-high': ['warning', 'The fee is unusually high.'],
    'changes-authority': ['danger', 'Somebody else would control the account.'],
    'closes-account-to-other': [
      'danger',
      'An account is closed, and somebody else gets its coins.',
    ],
    'delegates-token': ['danger', 'Somebody else may take tokens of yours later.'],
    'durable-nonce': ['danger', 'It does not expire: it can be sent at any later time.'],
    'more-signers': ['warning', 'Others have to sign it as well.'],
    'not-fee-payer': ['info', 'Somebody else pays the fee.'],
    'assigns-account': ['danger', 'A program would own the account.'],
    'lookup-table-unresolved': [
      'danger',
      'Some accounts of it could not be looked up. It may do more than what is shown.',
    ],
    'token-taxed': ['warning', 'This token can take a part of what is sent, or more.'],
  }
/** For a missing end, `days` is `never`. */
export const neverEnds = 'It never ends by itself.'

/** Names of rows. */
export const labels: Readonly<Record<FactLabel, string>> = {
  to: 'To',
  from: 'From',
  spender: 'May spend',
  operator: 'May move them',
  owner: 'Owner',
  token: 'Token',
  'token-id': 'Number',
  amount: 'Amount',
  value: 'Coins sent along',
  deadline: 'Valid until',
  nonce: 'Nonce',
  contract: 'Contract',
  function: 'Function',
  data: 'Data',
  fee: 'Fee, at most',
  gas: 'Gas, at most',
  network: 'Network',
  protocol: 'Protocol',
  application: 'Application',
  domain: 'Site',
  uri: 'Address',
  statement: 'Statement',
  'issued-at': 'Issued',
  'not-before': 'Valid from',
  'expires-at': 'Valid until',
  'request-id': 'Request',
  resource: 'Resource',
  offer: 'You offer',
  consideration: 'In return',
  recipient: 'Goes to',
  'init-code': 'Code',
  'call-data': 'Call',
  refund: 'Refund, at most',
  'refund-receiver': 'Refund goes to',
  'new-owner': 'New owner',
  'removed-owner': 'Removed owner',
  threshold: 'Signatures needed',
  module: 'Module',
  guard: 'Guard',
  handler: 'Fallback handler',
  program: 'Program',
  authority: 'Controlled by',
  'new-authority': 'New control by',
  'authority-kind': 'Right',
  account: 'Account',
  memo: 'Memo',
  signer: 'Signer',
  'fee-payer': 'Fee paid by',
}

/** Outcomes of a request that ended without a decision. */
export const overs: Readonly<Record<OverReason, readonly [title: string, text: string]>> = {
  expired: ['This request expired', 'Nothing was signed. Ask for it again on the site.'],
  aborted: ['This request is over', 'The site no longer waits for it. Nothing was signed.'],
  rejected: ['Rejected', 'Nothing was signed.'],
  elsewhere: ['Open in another window', 'This request is already open in another window.'],
}

/** All other texts. */
export const words = {
  who: 'Who asks',
  request: 'Request',
  claims: 'says it is “{name}”',
  insecure: 'not encrypted',
  queue: '{index} of {count}',
  leaves: 'You send',
  comes: 'You get',
  tried: 'As seen when it was tried just now. On the network it may turn out differently.',
  unknownAsset: 'not known',
  account: 'Account',
  network: 'Network',
  fee: 'Fee, at most',
  own: 'your account',
  unlimited: 'Unlimited',
  never: 'Never ends',
  signInMoves: 'It shows the site that this account is yours. Nothing moves, and it costs nothing.',
  text: 'Message',
  hex: 'Bytes',
  calls: 'All {count} actions',
  instructions: 'All {count} steps',
  steps: 'What it does',
  inner: 'What it does in turn',
  callTo: 'to {target}',
  typed: 'Data to sign',
  typedDomain: 'For',
  details: 'Details',
  more: 'More below',
  scroll: 'Scroll to the end to approve.',
  showWhole: 'Show all of {what}',
  bytes: '{count} bytes',
  approve: 'Approve',
  signIn: 'Sign in',
  sign: 'Sign',
  hold: 'Hold to approve',
  release: 'Let go',
  holdHow: 'Press and hold the button, or hold Enter.',
  holdAloud:
    'Hold it for a second with the pointer, Enter or Space. If you can not hold it, press it, wait a second, and press it again.',
  again: 'Press again',
  reject: 'Reject',
  close: 'Close',
  wait: 'Read it for a moment, then approve.',
  move: 'Move the pointer to the button and press it again.',
  longer: 'Hold the button a little longer.',
  covered: 'Something lies over this window. It has to be seen whole.',
  small: 'This window is too small to approve in.',
  unfocused: 'Click into this window to go on.',
  expires: 'Expires in {time}',
  reading: 'Reading the request …',
  sending: 'Signing …',
  done: 'Approved',
  unshown: 'This can not be shown',
  unshownText: 'What can not be shown can not be approved.',
  failed: 'This did not work',
  failedText: 'Nothing was sent. Try again on the site.',
  tooMany: 'This request holds more than 20 actions. It can only be rejected.',
  popup: {
    unopened: ['Nothing to approve', 'This window opens by itself when a site asks for something.'],
    'cut-off': [
      'The site can not be reached from here',
      'It does not let other windows talk to it, so nothing can be approved in one.',
    ],
    lost: ['This request is over', 'The site no longer waits for it.'],
  },
} as const

/** Messages by error code; other codes get a general message. */
export const failures: Readonly<Record<string, string>> = {
  'limit-exceeded': 'Too many requests. Wait a minute, then try again on the site.',
  'account-frozen': 'This account is frozen. Nothing can be signed until you end the freeze.',
  'share-unreadable': 'The key of this wallet can not be put together here. Log out and in again.',
  'provider-disconnected': 'The login is over. Log in again on the site.',
  unauthorized: 'The login is over. Log in again on the site.',
  'transaction-rejected': 'The network did not accept the transaction.',
  'rpc-failed': 'The network could not be reached. Look at your account before you try again.',
  'http-failed': 'The server could not be reached. Look at your account before you try again.',
  'request-timed-out': 'It took too long. Look at your account before you try again.',
}

/** Texts of the unlock screen. */
export const unlockWords = {
  title: 'Open your wallet here',
  account: 'You are logged in as {email}.',
  passkey: {
    text: 'This wallet opens with your passkey. You use it on this site for the first time, so your browser asks once.',
    lost: 'Nobody else can open it, not even us. Without the passkey it stays open only where you used it before.',
    button: 'Use passkey',
  },
  code: {
    text: 'This wallet opens with your recovery code. You use it on this site for the first time.',
    lost: 'Nobody else can open it, not even us. Without the code it stays open only where you used it before.',
    label: 'Recovery code',
    hint: '28 letters and digits. Spaces and dashes do not matter.',
    button: 'Open wallet',
  },
  cancel: 'Not now',
  done: 'Wallet opened',
  failed: 'This did not work. Try again in a moment.',
} as const

/** Messages of failed unlocking, by error code. */
export const unlockFailures: Readonly<
  Record<'passkey' | 'code' | 'any', Readonly<Record<string, string>>>
> = {
  passkey: {
    'user-rejected': 'Your browser gave no passkey: its question was closed, or took too long.',
    'recovery-failed':
      'This passkey does not open this wallet. Try another one, or another browser.',
  },
  code: {
    'input-invalid': 'This code is incomplete or mistyped.',
    'recovery-failed': 'This code does not open this wallet.',
  },
  any: {
    'limit-exceeded': 'Too many tries. Wait an hour, then try again.',
    'account-frozen': 'This account is frozen. Nothing can be opened until you end the freeze.',
    'recovery-evidence-required':
      'This device was not confirmed in time. Log out and in again, then open the link in the mail.',
    'http-failed': 'The server could not be reached. Try again in a moment.',
  },
}

/** Inserts values into words: `{name}`. Placeholders inside a value are not replaced. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? all) : all,
  )
}
