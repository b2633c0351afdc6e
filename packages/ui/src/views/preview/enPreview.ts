import type { PreviewWords } from './previewWords.ts'

export const enPreview: PreviewWords = {
  screen: {
    checking: 'Checking what this does…',
    next: '{wallet} will ask you to confirm.',
    more: '{count} more after this one.',
    proceed: 'Continue',
    hold: 'Hold to continue',
    release: 'Let go',
    again: 'Press again',
    holdHow:
      'Hold for a second with the pointer, Enter or Space. If you can’t hold it, press it, wait a second, and press it again.',
    cancel: 'Cancel',
    drainTitle: 'This looks like a drain',
    failedTitle: 'We can’t tell what this does',
    understand: 'I understand that I can lose what is shown here.',
    understandUnread: 'I understand that I can lose everything in this account.',
    fee: 'Network fee, about',
    contract: 'contract',
    unused: 'never used',
    typedUntried: 'A signature can’t be tried beforehand. Whoever gets it can use it later.',
    signs: {
      'takes-several': 'Several things leave your account, and nothing comes back.',
      'takes-all-coins': 'Nearly all your coins leave your account, and nothing comes back.',
      'takes-more': 'More leaves your account than the request says, and nothing comes back.',
      'lets-take': 'It lets someone else take several of your tokens.',
      'signature-takes': 'With this signature alone, someone else can take all of this token.',
      'order-for-nothing': 'You give something and get nothing for it.',
      'takes-account': 'Someone else gets control of an account of yours.',
    },
    failures: {
      'method-not-supported': 'This kind of signature can’t be read. It can do anything.',
      'action-not-allowed': 'It lets foreign code act as your account.',
      unauthorized: 'It is for another account than the one you connected.',
      'params-invalid': 'The request is malformed, or for another network.',
      'bundle-too-large': 'It holds more actions than can be shown.',
      other: 'It could not be checked. Try again, or ask the site what it does.',
    },
  },
}
