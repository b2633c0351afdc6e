import { join } from 'node:path'
import { startMail } from '@foyer/devnet'
import { addressesOf } from './addresses.ts'
import type { RunPart } from './part.ts'

/** The mail of this machine: what the login server and the vault send, and nothing of it leaves. */
export const run: RunPart = async (settings, ready) => {
  const mail = await startMail({
    port: settings.ports.mail,
    smtpPort: settings.ports.smtp,
    folder: join(settings.folder, 'mail'),
  })
  ready({ what: 'Local mailbox', url: addressesOf(settings).mail })
  return mail
}
