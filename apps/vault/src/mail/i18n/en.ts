/** English texts of mails: subject and first lines. Nothing in a mail comes from a user, a site or a request. */
export const en = {
  never: 'Never send this link to anybody. We never ask for it.',
  kinds: {
    device: {
      subject: 'Approve this device',
      lines: [
        'Somebody is signing in with this address in a browser that we do not know yet.',
        'If it is you, open this link within 20 minutes and look at what it shows before you approve:',
      ],
    },
    confirm: {
      subject: 'Confirm that it is you',
      lines: [
        'Someone signed in as you wants to add a passkey to your wallet.',
        'If this was you, open this link within 20 minutes and check the details before you approve. If not, open it and say so:',
      ],
    },
    contact: {
      subject: 'Approve a new address for your wallet',
      lines: [
        'Somebody signed in as you wants your wallet to be restored through another address from now on.',
        'If it is you, open this link within 20 minutes. If it is not, open it and say so:',
      ],
    },
    restore: {
      subject: 'Restore your wallet through this address again',
      lines: [
        'Somebody asked to take back that your wallet is restored through another address.',
        'If it is you, open this link within 20 minutes and approve it:',
      ],
    },
    recovery: {
      subject: 'Approve this device for your wallet',
      lines: [
        'Somebody is signing in to your account on a new device. The account has another address now, but the wallet is still restored through this one.',
        'If it is you, open this link within 20 minutes too, and look at what it shows before you approve:',
      ],
    },
    freeze: {
      subject: 'Your wallet was restored on a new device',
      lines: [
        'Your wallet was just restored in a browser that did not have it before.',
        'If it was you, there is nothing to do. If it was not, stop it here:',
      ],
    },
    passkey: {
      subject: 'A passkey was added to your wallet',
      lines: [
        'A passkey was just added with which your wallet can be restored.',
        'If it was you, there is nothing to do. If it was not, stop it here:',
      ],
    },
    'contact-added': {
      subject: 'Your wallet can be restored by another login too',
      lines: [
        'A login was just added that approves new browsers of your wallet.',
        'If it was you, there is nothing to do. If it was not, stop it here:',
      ],
    },
    'factor-added': {
      subject: 'Your wallet can be opened in another way too',
      lines: [
        'A passkey or a recovery code was just added that opens your wallet in a new browser.',
        'If it was you, there is nothing to do. If it was not, stop it here:',
      ],
    },
    'factor-removed': {
      subject: 'A way to open your wallet was removed',
      lines: [
        'A passkey or a recovery code no longer opens your wallet in a new browser.',
        'If it was you, there is nothing to do. If it was not, stop it here:',
      ],
    },
    unfreeze: {
      subject: 'End the freeze of your wallet',
      lines: [
        'Somebody asked to end the freeze of your wallet. It would end 24 hours after you approve it.',
        'If it is you, open this link within 20 minutes:',
      ],
    },
  },
} as const

type Text = { readonly subject: string; readonly lines: readonly string[] }
/** Texts of mails in one language. */
export type MailWords = {
  readonly never: string
  readonly kinds: Readonly<Record<keyof (typeof en)['kinds'], Text>>
}
