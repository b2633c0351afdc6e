import type { ErrorCode, FoyerError } from '@foyer/protocol'
import type { MessageKey } from '../../i18n/en.ts'
import type { PairingView } from './usePairing.ts'

type Words = { readonly title: MessageKey; readonly text?: MessageKey }

const declined: Words = { title: 'connecting.declinedTitle', text: 'connecting.declined' }
const failures: Partial<Record<ErrorCode, Words>> = {
  'user-rejected': declined,
  'relay-unreachable': { title: 'connecting.failedTitle', text: 'walletConnect.unreachable' },
  'relay-refused': { title: 'walletConnect.refusedTitle', text: 'walletConnect.refused' },
  'clock-wrong': { title: 'walletConnect.clockTitle', text: 'walletConnect.clock' },
  'not-connected': { title: 'connecting.failedTitle', text: 'walletConnect.noAccount' },
  'request-aborted': { title: 'walletConnect.endedTitle', text: 'walletConnect.ended' },
}
/** Messages that contain the wallet's name. */
const named: Partial<Record<ErrorCode, Words>> = {
  'request-pending': { title: 'connecting.open', text: 'connecting.pending' },
  'request-timed-out': { title: 'connecting.timedOutTitle', text: 'connecting.timedOut' },
}

/** Message for a pairing that is past waiting; `{wallet}` if one was chosen. */
export function pairingWords({
  error,
  status,
  wallet,
}: {
  error: FoyerError | undefined
  status: PairingView['status']
  wallet: string | undefined
}): Words {
  if (status === 'done') return { title: 'connecting.connected' }
  if (status === 'taken')
    return wallet === undefined
      ? { title: 'walletConnect.approve' }
      : { title: 'walletConnect.approve', text: 'connecting.hint' }
  if (status === 'offline') return { title: 'modal.offline', text: 'walletConnect.offline' }
  if (status === 'expired')
    return { title: 'walletConnect.expiredTitle', text: 'walletConnect.expired' }
  const code = error?.code ?? 'unknown'
  if (failures[code]) return failures[code]
  // No wallet was reached yet: the relay connection failed.
  const known = wallet === undefined ? undefined : named[code]
  return known ?? { title: 'connecting.failedTitle', text: 'walletConnect.failed' }
}
