import type { WalletEntry } from '@foyer/core'
import { useMessage, useUi } from '../../context.ts'
import { Badge } from '../../primitives/Badge.tsx'
import { Row } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { useChooseWallet } from './useChooseWallet.ts'

/** One wallet to choose. */
export function WalletRow({
  eager = true,
  entry,
  onPrepare,
}: {
  /** Fetch its picture at once. @default true */
  eager?: boolean
  entry: WalletEntry
  /** The pointer or the focus reached it. */
  onPrepare: () => void
}) {
  const { views } = useUi()
  const message = useMessage()
  const choose = useChooseWallet()
  const badge = entry.recent ? 'connect.recent' : entry.installed ? 'connect.installed' : undefined
  return (
    <Row
      image={<Logo name={entry.name} src={entry.imageUrl} eager={eager} />}
      title={entry.name}
      trailing={badge && <Badge tone={entry.recent ? 'accent' : 'neutral'}>{message(badge)}</Badge>}
      onClick={() => choose(entry)}
      onIntent={() => (entry.connector ? onPrepare() : void views.load('GetWallet'))}
    />
  )
}
