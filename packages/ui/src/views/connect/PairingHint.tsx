import type { ReactNode } from 'react'
import { useMessage } from '../../context.ts'
import type { PairingView } from './usePairing.ts'

/** Instructions for a valid code; keeps its space when empty. */
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
