import type { FoyerState, WalletEntry } from '@foyer/core'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import { Badge } from '../../primitives/Badge.tsx'
import { Row } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { CodeIcon } from './CodeIcon.tsx'
import { findOpenPrompt } from './findOpenPrompt.ts'

const connectionsOf = (state: FoyerState) => state.connections

/** One wallet to choose. */
export function WalletRow({
  eager = true,
  entry,
  onChoose,
  onPrepare,
}: {
  /** Loads its image at once. @default true */
  eager?: boolean
  entry: WalletEntry
  onChoose: (entry: WalletEntry) => void
  /** Called on hover or focus. */
  onPrepare: (entry: WalletEntry) => void
}) {
  const message = useMessage()
  const isCode = entry.kind === 'walletConnect'
  useFoyerState(connectionsOf)
  const waiting = findOpenPrompt(useUi().foyer, entry) !== undefined
  const badge = waiting
    ? 'connect.waiting'
    : entry.recent
      ? 'connect.recent'
      : entry.installed
        ? 'connect.installed'
        : undefined
  return (
    <Row
      image={
        isCode && !entry.imageUrl ? (
          <span className="all-wallets-icon" aria-hidden="true">
            <CodeIcon />
          </span>
        ) : (
          <Logo name={entry.name} src={entry.imageUrl} eager={eager} />
        )
      }
      title={entry.name}
      trailing={
        isCode && entry.imageUrl && !waiting ? (
          <CodeIcon />
        ) : (
          badge && (
            <Badge tone={waiting || entry.recent ? 'accent' : 'neutral'}>{message(badge)}</Badge>
          )
        )
      }
      onClick={() => onChoose(entry)}
      onIntent={() => onPrepare(entry)}
    />
  )
}
