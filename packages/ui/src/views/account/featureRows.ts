import { type Foyer, supportsOnramp, supportsReceive, type WalletFeature } from '@foyer/core'
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

/** The features with a view, a row each; the site's option `walletFeaturesOrder` gives the order. @source ledger 9.19 */
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
}
