import { networkImageUrl, readAccount } from '@foyer/core'
import { type ChainId, type ErrorCode, namespaceOf } from '@foyer/protocol'
import { useFoyer, useMessage, useUi } from '../../context.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { Button } from '../../primitives/Button.tsx'
import { WalletLogo } from '../../primitives/WalletLogo.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './SwitchNetworkView.css?inline'
import { useSwitch } from './useSwitch.ts'

/** The wallet is asked to go to another network, and what became of it. */
export function SwitchNetworkView({ data: { chainId } }: { data: { chainId: ChainId } }) {
  useStyles(css)
  const { foyer } = useUi()
  const message = useMessage()
  const network = useFoyer(({ networks }) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === chainId),
  )
  const change = useSwitch(chainId)
  const failed = change.status === 'failed'
  const { text, title } = failed ? (words[change.error.code] ?? failure) : waiting
  const values = {
    network: network?.name ?? chainId,
    // The wallet that is asked, which may be of another chain family than the one in sight.
    wallet: readAccount(foyer, namespaceOf(chainId)).connectedWalletInfo?.name ?? '',
  }
  return (
    <div className="switch">
      <WalletLogo
        name={values.network}
        src={network && networkImageUrl(foyer, network)}
        size={72}
        eager
        state={failed ? 'failed' : 'waiting'}
      />
      <div className="switch-words" role={failed ? 'alert' : 'status'}>
        <p className="switch-title">{message(title, values)}</p>
        <p className="switch-text">{message(text, values)}</p>
      </div>
      <div className="switch-action" data-shown={failed} inert={!failed}>
        <Button onClick={change.retry}>{message('modal.retry')}</Button>
      </div>
    </div>
  )
}

type Words = { readonly title: MessageKey; readonly text: MessageKey }

const waiting: Words = { title: 'switchNetwork.waiting', text: 'switchNetwork.hint' }
const failure: Words = { title: 'switchNetwork.failedTitle', text: 'switchNetwork.failed' }
const cannot: Words = { title: 'switchNetwork.failedTitle', text: 'switchNetwork.cannot' }
const words: Partial<Record<ErrorCode, Words>> = {
  'user-rejected': { title: 'switchNetwork.declinedTitle', text: 'switchNetwork.declined' },
  'request-pending': { title: 'switchNetwork.pendingTitle', text: 'switchNetwork.pending' },
  'request-timed-out': { title: 'switchNetwork.timedOutTitle', text: 'switchNetwork.timedOut' },
  'chain-unsupported': cannot,
  'unsupported-method': cannot,
  'method-not-supported': cannot,
}
