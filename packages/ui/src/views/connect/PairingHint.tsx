import type { ReactNode } from 'react'
import { useMessage } from '../../context.ts'
import type { PairingView } from './usePairing.ts'

/** What to do with a code, for as long as it is one; keeps its room when it says nothing. */
export function PairingHint({
  children,
  pairing: { online, status },
}: {
  children: ReactNode
  pairing: PairingView
}) {
  const message = useMessage()
  return (
    <p className="pairing-hint" role="status">
      {status === 'waiting' ? (online ? children : message('modal.offline')) : null}
    </p>
  )
}
