import { type FoyerState, findPairingConnector } from '@foyer/core'
import { type ErrorCode, FoyerError } from '@foyer/protocol'
import { useCallback, useRef } from 'react'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { Button } from '../../primitives/Button.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import { WalletLogo } from '../../primitives/WalletLogo.tsx'
import { useStyles } from '../../useStyles.ts'
import type { ConnectingExternalData } from '../../view.ts'
import css from './ConnectingExternalView.css?inline'
import { findOpenPrompt } from './findOpenPrompt.ts'
import { type Ask, type Attempt, useAttempt } from './useAttempt.ts'
import { useCancel } from './useCancel.ts'
import { useLegal } from './useLegal.ts'

const connectionsOf = (state: FoyerState) => state.connections

/** Shows a wallet's connection prompt and its outcome. */
export function ConnectingExternalView({ data }: { data: ConnectingExternalData }) {
  useStyles(css)
  const { entry } = data
  const { foyer, Legal, router } = useUi()
  const message = useMessage()
  const { accepted, allow } = useLegal()
  const attempt = useAttempt(useAsk(data))
  const cancel = useCancel()
  useFoyerState(connectionsOf)
  const pending = findOpenPrompt(foyer, entry)?.pending === true
  const { text, title } = wordsOf(attempt, pending)
  const failed = attempt.status === 'error'
  const waiting = attempt.status === 'pending'
  const values = { wallet: entry.name }
  return (
    <div className="connecting" data-status={attempt.status}>
      <WalletLogo
        name={entry.name}
        src={entry.imageUrl}
        size={72}
        eager
        state={
          waiting ? 'waiting' : failed ? 'failed' : attempt.status === 'success' ? 'done' : 'idle'
        }
      />
      <div className="connecting-words" role={failed ? 'alert' : 'status'}>
        <p className="connecting-title">{message(title, values)}</p>
        {text === undefined ? null : <p className="connecting-text">{message(text, values)}</p>}
      </div>
      {Legal && !accepted ? <Legal /> : null}
      {failed || attempt.status === 'idle' ? (
        <div className="connecting-action">
          <Button onClick={() => void (allow() && attempt.retry())}>
            {message(failed ? 'connecting.retry' : 'connecting.continue')}
          </Button>
        </div>
      ) : null}
      {waiting ? (
        <div className="connecting-action">
          <Button variant="quiet" onClick={cancel}>
            {message('connecting.cancel')}
          </Button>
        </div>
      ) : null}
      {failed && entry.wallet?.mobile_link && findPairingConnector(foyer) ? (
        <p className="connecting-other">
          <TextLink
            onClick={() => router.replace('ConnectingWalletConnect', { entry, way: 'phone' })}
          >
            {message('walletConnect.usePhone')}
          </TextLink>
        </p>
      ) : null}
    </div>
  )
}

/** The attempt, in the chosen namespace or the one that the modal was opened for. */
function useAsk({ asked, entry: { connector }, namespace }: ConnectingExternalData): Ask {
  const { foyer, modal } = useUi()
  const begun = useRef(asked)
  return useCallback(
    async (signal) => {
      const first = begun.current
      begun.current = undefined
      if (first) return first
      if (!connector) throw new FoyerError('connector-not-found')
      const requested = namespace ?? modal.store.get().namespace
      const { askWallet } = await import('./askWallet.ts')
      await askWallet(foyer, { connector, namespace: requested, signal })
    },
    [connector, foyer, modal, namespace],
  )
}

type Words = { title: MessageKey; text?: MessageKey }

const words: Partial<Record<ErrorCode, Words>> = {
  'user-rejected': { title: 'connecting.declinedTitle', text: 'connecting.declined' },
  'request-pending': { title: 'connecting.open', text: 'connecting.pending' },
  'request-timed-out': { title: 'connecting.timedOutTitle', text: 'connecting.timedOut' },
}

function wordsOf(attempt: Attempt, pending: boolean): Words {
  if (attempt.status === 'success') return { title: 'connecting.connected' }
  if (attempt.status === 'error')
    return (
      words[attempt.error.code] ?? { title: 'connecting.failedTitle', text: 'connecting.failed' }
    )
  return { title: 'connecting.open', text: pending ? 'connecting.pending' : 'connecting.hint' }
}
