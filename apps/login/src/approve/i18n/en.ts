import type { OverReason } from '../approval.ts'

/** Outcomes of a request that ended without a decision. */
const overs: Readonly<Record<OverReason, readonly [title: string, text: string]>> = {
  expired: ['This request expired', 'Nothing was signed. Ask for it again on the site.'],
  aborted: ['This request is over', 'The site no longer waits for it. Nothing was signed.'],
  rejected: ['Rejected', 'Nothing was signed.'],
  unfinished: [
    'This did not finish in time',
    'It may have been signed and sent. Look at your account before you try again.',
  ],
  elsewhere: ['Open in another window', 'This request is already open in another window.'],
}

/** Texts of the card around the description, whose own are in `@foyer/ui/description`. */
const words = {
  who: 'Who asks',
  request: 'Request',
  claims: 'says it is “{name}”',
  insecure: 'not encrypted',
  queue: '{index} of {count}',
  more: 'More below',
  scroll: 'Scroll to the end to approve.',
  approve: 'Approve',
  signIn: 'Sign in',
  oneByOne: 'They are sent one by one. If one fails, the rest is not sent.',
  together: 'They happen together: all of them, or none.',
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
  expiresSoon: 'This request expires in less than a minute.',
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
const failures: Readonly<Record<string, string>> = {
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
const unlockWords = {
  title: 'Open your wallet here',
  account: 'You are logged in as {email}.',
  passkey: {
    text: 'This wallet opens with your passkey. You use it on this site for the first time, so your browser asks once.',
    lost: 'Nobody else can open it, not even us. Without the passkey it stays open only where you used it before.',
    button: 'Use passkey',
    instead: 'Use a recovery code instead',
  },
  code: {
    text: 'This wallet opens with your recovery code. You use it on this site for the first time.',
    lost: 'Nobody else can open it, not even us. Without the code it stays open only where you used it before.',
    label: 'Recovery code',
    hint: '28 letters and digits. Spaces and dashes do not matter.',
    button: 'Open wallet',
    instead: 'Use a passkey instead',
  },
  lost: 'Nobody else can open it, not even us. Without either it stays open only where you used it before.',
  cancel: 'Not now',
  done: 'Wallet opened',
  failed: 'This did not work. Try again in a moment.',
} as const

/** Texts of the screens on which a passkey opens or makes a wallet. */
const passkeyWords = {
  title: 'Open your wallet with a passkey',
  text: 'One touch opens it. No email, no password, and no part of the key on any server.',
  use: 'Use passkey',
  create: 'Create a wallet instead',
  inWindow: 'Continue in the window that has opened.',
  cancel: 'Not now',
  createTitle: 'Create a wallet with a passkey',
  createText:
    'Your device makes the passkey, and the wallet’s key is derived from it. It opens this wallet on every site that uses it.',
  createLimit:
    'If you lose the passkey, nobody can restore the wallet. Choose one that your devices keep in step, and add a recovery code on the security page.',
  createAction: 'Create passkey',
  created: 'Wallet created',
  closed: 'Your browser gave no passkey: its question was closed, or took too long.',
  weak: 'This passkey can not hold a wallet: it keeps no secret (PRF). No wallet was made, and you can delete the passkey. Use one of the system in Chrome, Edge or Safari 18, or a newer security key. Or log in by email.',
  unknown: 'This passkey opens no wallet here. Try another one, or create a wallet.',
  taken: 'This passkey has a wallet already. Open it instead.',
  many: 'Too many tries. Wait a while, then try again.',
  noWindow:
    'No window can open from this site. Create the wallet on the wallet’s own security page, then come back.',
  unreachable: 'The server could not be reached. Try again in a moment.',
  failed: 'This did not work. Try again.',
  signing: 'Your passkey signs. Answer the question of your browser.',
} as const

/** Messages of failed unlocking, by error code. */
const unlockFailures: Readonly<
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

/** Texts of the operator's challenge before a mail. */
const challengeWords = {
  title: 'One quick check',
  text: 'Many emails were asked for just now. Show that you are a person, and we send yours.',
  cancel: 'Not now',
} as const

/** English texts of the approval, unlock and passkey screens. */
export const en = {
  overs,
  words,
  failures,
  unlockWords,
  passkeyWords,
  challengeWords,
  unlockFailures,
}
