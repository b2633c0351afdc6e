import type { HistoryTransaction } from '@foyer/protocol/api'
import { LineIcon } from '../../primitives/Icon.tsx'

/** Icons of what happened, paths of 24 × 24. */
const paths = {
  call: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  in: 'M12 5v13M6 12.500l6 6 6-6',
  approve: 'M5 12.500l4.500 4.500L19 7.500',
  out: 'M12 19V6M6 11.500l6-6 6 6',
  swap: 'M4 9h15M15 5l4 4-4 4M20 15H5M9 11l-4 4 4 4',
  wait: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.500l3 1.500',
} as const
export type ActivityIconName = keyof typeof paths

/** 20 px, in the text colour. */
export function ActivityIcon({ name }: { name: ActivityIconName }) {
  return <LineIcon path={paths[name]} data-icon={name} />
}

/** Chosen by the direction of what moved. */
export function iconOf({ metadata, transfers }: HistoryTransaction): ActivityIconName {
  if (metadata.operationType === 'approve') return 'approve'
  const directions = new Set(transfers.map(({ direction }) => direction))
  if (directions.has('in') && directions.has('out')) return 'swap'
  if (directions.has('in')) return 'in'
  return directions.size > 0 || metadata.operationType === 'send' ? 'out' : 'call'
}
