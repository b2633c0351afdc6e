import { networkImageUrl, readAccount } from '@foyer/core'
import { type ChainId, type ErrorCode, namespaceOf } from '@foyer/protocol'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { Button } from '../../primitives/Button.tsx'
import { WalletLogo } from '../../primitives/WalletLogo.tsx'
import { useStyles } from '../../useStyles.ts'
import { connectNamespace } from '../connections/connectNamespace.ts'
import { NetworkFacts } from './NetworkFacts.tsx'
import css from './SwitchNetworkView.css?inline'
import { useSwitch } from './useSwitch.ts'

/** Asks the wallet to switch networks, and shows the outcome. */
export function SwitchNetworkView({ data: { chainId } }: { data: { chainId: ChainId } }) {
  useStyles(css)
  const ui = useUi()
  const { foyer } = ui
  const message = useMessage()
  const network = useFoyerState(({ networks }) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === chainId),
  )
  const { error, retry } = useSwitch(chainId)
  const failed = error !== null
  const { text, title, way = 'again' } = failed ? (words[error.code] ?? failure) : waiting
  const values = {
    network: network?.name ?? chainId,
    // The wallet that is asked, perhaps in an inactive namespace.
    wallet: readAccount(foyer, namespaceOf(chainId)).connectedWalletInfo?.name ?? '',
  }
  return (
    <div className="switch">
      {/* The values need its space, so that the button stays visible. */}
      {way === 'byHand' ? null : (
        <WalletLogo
          name={values.network}
          src={network && networkImageUrl(foyer, network)}
          size={72}
          eager
          state={failed ? 'failed' : 'waiting'}
        />
      )}
      <div className="switch-words" role={failed ? 'alert' : 'status'}>
        <p className="switch-title">{message(title, values)}</p>
        <p className="switch-text">{message(text, values)}</p>
      </div>
      {failed && way === 'byHand' && network ? <NetworkFacts network={network} /> : null}
      <div className="switch-action" data-shown={failed} inert={!failed}>
        {way === 'elsewhere' ? null : (
          <Button onClick={retry}>
            {message(way === 'byHand' ? 'switchNetwork.added' : 'modal.retry')}
          </Button>
        )}
        {way === 'again' ? null : (
          <Button
            variant={way === 'byHand' ? 'quiet' : 'primary'}
            onClick={() => connectNamespace(ui, { chainId, namespace: namespaceOf(chainId) })}
          >
            {message('switchNetwork.another')}
          </Button>
        )}
      </div>
    </div>
  )
}

type Words = {
  readonly title: MessageKey
  readonly text: MessageKey
  /** The remedy: ask again, add the network in the wallet by hand, or use another wallet. @default 'again' */
  readonly way?: 'again' | 'byHand' | 'elsewhere'
}

const waiting: Words = { title: 'switchNetwork.waiting', text: 'switchNetwork.hint' }
const failure: Words = { title: 'switchNetwork.failedTitle', text: 'switchNetwork.failed' }
const cannot: Words = {
  title: 'switchNetwork.failedTitle',
  text: 'switchNetwork.cannot',
  way: 'elsewhere',
}
const words: Partial<Record<ErrorCode, Words>> = {
  'user-rejected': { title: 'switchNetwork.declinedTitle', text: 'switchNetwork.declined' },
  'request-pending': { title: 'switchNetwork.pendingTitle', text: 'switchNetwork.pending' },
  'request-timed-out': { title: 'switchNetwork.timedOutTitle', text: 'switchNetwork.timedOut' },
  'chain-unrecognised': {
    title: 'switchNetwork.unknownTitle',
    text: 'switchNetwork.unknown',
    way: 'byHand',
  },
  'chain-unsupported': {
    title: 'switchNetwork.failedTitle',
    text: 'switchNetwork.unsupported',
    way: 'elsewhere',
  },
  'session-chain-unsupported': {
    title: 'switchNetwork.failedTitle',
    text: 'switchNetwork.notAllowed',
    way: 'elsewhere',
  },
  'unsupported-method': cannot,
  'method-not-supported': cannot,
}
