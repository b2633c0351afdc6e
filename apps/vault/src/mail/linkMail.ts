import type { Mail } from '@foyer/server'
import type { LinkKind } from '../database/schema.ts'

/** What a mail is about. */
export type MailKind = LinkKind | 'passkey'

/** Subject and first lines; nothing in a mail comes from a visitor, a site or a request. */
const words: Record<MailKind, { subject: string; lines: readonly string[] }> = {
  device: {
    subject: 'Approve this device',
    lines: [
      'Somebody is signing in with this address in a browser that we do not know yet.',
      'If it is you, open this link within 20 minutes and look at what it shows before you approve:',
    ],
  },
  contact: {
    subject: 'Approve a new address for your wallet',
    lines: [
      'Somebody signed in as you wants your wallet to be restored through another address from now on.',
      'If it is you, open this link within 20 minutes. If it is not, open it and say so:',
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
  unfreeze: {
    subject: 'End the freeze of your wallet',
    lines: [
      'Somebody asked to end the freeze of your wallet. It would end 24 hours after you approve it.',
      'If it is you, open this link within 20 minutes:',
    ],
  },
}

/** The mail that carries a link. */
export function linkMail({ kind, to, url }: { kind: MailKind; to: string; url: string }): Mail {
  const { lines, subject } = words[kind]
  return {
    kind,
    to,
    subject,
    lines: [...lines, '', url, '', 'Never send this link to anybody. We never ask for it.'],
  }
}
