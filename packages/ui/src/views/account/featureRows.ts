import {
  type Foyer,
  supportsOnramp,
  supportsReceive,
  supportsSend,
  supportsSwaps,
  type WalletFeature,
} from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { MessageKey } from '../../i18n/en.ts'
import type { ViewName } from '../../view.ts'

/** A button of the account. */
export type FeatureRow = {
  /** The view that it opens; its data must be optional. */
  readonly view: ViewName
  /** Its label. */
  readonly title: MessageKey
  /** Its icon: a path of 24 × 24. */
  readonly path: string
  /** True if the account of a namespace supports it. */
  readonly supports: (foyer: Foyer, namespace: Namespace) => boolean
}

/** The features with a view, a row each; the site's option `walletFeaturesOrder` gives the order. @source spec 9.19 */
export const featureRows: { readonly [feature in WalletFeature]?: FeatureRow } = {
  onramp: {
    view: 'Buy',
    title: 'onramp.title',
    path: 'M4 7h16v11H4zM4 11h16M7.500 15h3',
    supports: supportsOnramp,
  },
  receive: {
    view: 'Receive',
    title: 'receive.title',
    path: 'M12 4v11M7 10.500l5 5 5-5M5 20h14',
    supports: supportsReceive,
  },
  swaps: {
    view: 'Swap',
    title: 'swap.title',
    path: 'M4 8.500h14M14.500 5L18 8.500 14.500 12M20 15.500H6M9.500 12L6 15.500 9.500 19',
    supports: supportsSwaps,
  },
  send: {
    view: 'Send',
    title: 'send.title',
    path: 'M12 20V9M7 13.500l5-5 5 5M5 4h14',
    supports: supportsSend,
  },
}
