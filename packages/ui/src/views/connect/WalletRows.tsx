import type { WalletEntry } from '@foyer/core'
import { walletImagePrefetch } from '@foyer/core/internal'
import { useRef } from 'react'
import { useMessage } from '../../context.ts'
import { useChooseWallet } from './useChooseWallet.ts'
import { useVisibleRows } from './useVisibleRows.ts'
import { WalletRow } from './WalletRow.tsx'

/** Height of a row with its gap, px; the same as in `AllWalletsView.css`. */
export const rowHeight = 64

/** A virtual list of wallets: only rows near the viewport are in the document. @source spec 9.14 */
export function WalletRows({ entries }: { entries: readonly WalletEntry[] }) {
  const message = useMessage()
  const { choose, prepare } = useChooseWallet()
  const list = useRef<HTMLUListElement>(null)
  const { end, height, start } = useVisibleRows(list, { count: entries.length, rowHeight })
  return (
    <ul
      ref={list}
      // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
      role="list"
      className="wallet-rows"
      aria-label={message('connect.wallets')}
      style={{ blockSize: height }}
    >
      {entries.slice(start, end).map((entry, offset) => {
        const index = start + offset
        return (
          <li
            key={entry.key}
            aria-posinset={index + 1}
            aria-setsize={entries.length}
            style={{ insetBlockStart: index * rowHeight }}
          >
            <WalletRow
              entry={entry}
              onChoose={choose}
              onPrepare={prepare}
              eager={index < walletImagePrefetch}
            />
          </li>
        )
      })}
    </ul>
  )
}
