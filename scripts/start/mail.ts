import { join } from 'node:path'
import { startMail } from '@foyer/devnet'
import { addressesOf } from './addresses.ts'
import type { RunPart } from './part.ts'

/** The local mail server for the login server and the vault; no mail leaves this machine. */
export const run: RunPart = async (settings, ready) => {
  const mail = await startMail({
    port: settings.ports.mail,
    smtpPort: settings.ports.smtp,
    folder: join(settings.folder, 'mail'),
  })
  ready({ what: 'Local mailbox', url: addressesOf(settings).mail })
  return mail
}
