import { type FoyerState, findPairingConnector, type Pairing, type RecentWallet } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import type { Wallet } from '@foyer/protocol/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useFoyerState, useUi } from '../../context.ts'
import { useAttempt } from './useAttempt.ts'
import { useOnline } from './useOnline.ts'
import { usePageVisible } from './usePageVisible.ts'
import { usePast } from './usePast.ts'
import { usePreparedPairing } from './usePreparedPairing.ts'

export type PairingView = {
  /**
   * `idle`: the terms are not accepted; `waiting` for a wallet, with or without a code yet; `offline`: no code
   * possible; `taken`: a wallet asks its user; `expired`: the page was hidden for longer than the code is valid.
   */
  readonly status: 'idle' | 'waiting' | 'offline' | 'taken' | 'expired' | 'failed' | 'done'
  /** The newest code, also while the next one is created. */
  readonly uri: string | undefined
  readonly error: FoyerError | undefined
  readonly online: boolean
  readonly retry: () => void
  /** A wallet was opened, by this link or by the system: wait for its answer even if the modal closes. */
  readonly onOpened: (link: Pairing['wcLinking']) => void
}

const pairingOf = (state: FoyerState) => state.pairing

/**
 * Waits for a wallet that scans a code or is opened by a link, and renews the code while it is visible.
 *
 * @param parameters.wallet - The chosen wallet. @default any
 * @param parameters.opened - The wallet link that was opened before this view.
 * @param parameters.starts - false: do not start yet. @default true
 * @source spec 2.6, 3.5, 4.3
 */
export function usePairing({
  opened,
  starts = true,
  wallet,
}: {
  opened?: Pairing['wcLinking']
  starts?: boolean
  wallet?: Wallet | undefined
}): PairingView {
  const { foyer, modal } = useUi()
  const { buffering, wcError, wcPairingExpiry, wcUri } = useFoyerState(pairingOf)
  const link = useRef(opened)
  const asked = useRef(opened !== undefined)
  const hadUri = useRef(false)
  const manual = modal.options.manualWCControl === true

  const ask = useCallback(
    async (signal: AbortSignal) => {
      hadUri.current = false
      const connector = findPairingConnector(foyer)
      if (!connector) throw new FoyerError('connector-not-found')
      const { namespace } = modal.store.get()
      const { pairWallet } = await import('./pairWallet.ts')
      await pairWallet(foyer, {
        connector,
        namespace,
        wallet: wallet && recentOf(wallet),
        link: link.current,
        signal,
      })
    },
    [foyer, modal, wallet],
  )
  const keepsWaiting = useCallback(
    () => asked.current || foyer.store.get().pairing.buffering,
    [foyer],
  )
  const onLeave = useCallback(() => {
    // Hide the attempt of a code that was only shown; a wallet that scanned it may still approve.
    if (!manual && !keepsWaiting())
      import('./pairWallet.ts').then(
        ({ defer }) => defer(foyer),
        // The code never loaded: nothing was asked.
        () => {},
      )
  }, [foyer, keepsWaiting, manual])
  // The list's prepared URI stays fresh here; the attempt itself creates another.
  const [ahead] = useState(wcUri !== undefined)
  usePreparedPairing({ wanted: ahead })
  const attempt = useAttempt(ask, { onLeave, starts: starts && !manual })
  // With manual control no attempt runs here; useAttempt also succeeds when the namespace connects.
  const done = attempt.status === 'success'

  // The old code stays until the new one is ready.
  const [uri, setUri] = useState(wcUri)
  useEffect(() => {
    if (!wcUri) return
    hadUri.current = true
    setUri(wcUri)
  }, [wcUri])

  const online = useOnline()
  const isVisible = usePageVisible()
  const past = usePast(wcPairingExpiry)
  const waiting = attempt.status === 'pending'
  const error = attempt.status === 'error' ? attempt.error : waiting && !wcUri ? wcError : undefined
  const ranOut = error?.code === 'request-timed-out' && hadUri.current
  const isStale = !buffering && !keepsWaiting() && (ranOut || (waiting && past))
  const { retry } = attempt
  useEffect(() => {
    if (isStale && isVisible && online) retry()
  }, [isStale, isVisible, online, retry])
  const wasOffline = useRef(!online)
  useEffect(() => {
    if (online && wasOffline.current && error && error.code !== 'user-rejected') retry()
    wasOffline.current = !online
  }, [error, online, retry])

  const status = () => {
    if (done) return 'done'
    if (isStale) return isVisible && online ? 'waiting' : 'expired'
    if (error) return 'failed'
    if (!waiting && !manual) return 'idle'
    if (buffering) return 'taken'
    return online || uri ? 'waiting' : 'offline'
  }
  return {
    status: status(),
    uri,
    error,
    online,
    retry() {
      asked.current = false
      link.current = undefined
      retry()
    },
    onOpened(opened) {
      asked.current = true
      link.current = opened
      // In the chunk that is loaded already.
      import('./pairWallet.ts').then(
        ({ reopen }) => reopen(foyer, opened),
        (error) => foyer.log('error', 'requests will not open the wallet', error),
      )
    },
  }
}

function recentOf({ id, image_id, name, rdns }: Wallet): RecentWallet {
  return { id, name, ...(rdns ? { rdns } : {}), ...(image_id ? { image_id } : {}) }
}
