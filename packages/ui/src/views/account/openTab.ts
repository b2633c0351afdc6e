import type { Account } from '@foyer/core'
import type { ReactNode } from 'react'

/** A tab of the account whose code has loaded. It keeps what it has read while another tab is shown. */
export type OpenTab = {
  readonly render: (account: Account) => ReactNode
  /** Ends its reads. */
  readonly close: () => void
}
