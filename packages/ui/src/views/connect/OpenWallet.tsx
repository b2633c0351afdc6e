import type { Pairing, WalletEntry } from '@foyer/core'
import { useEffect, useRef, useState } from 'react'
import { useMessage, useUi } from '../../context.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { Button } from '../../primitives/Button.tsx'
import { WalletLogo } from '../../primitives/WalletLogo.tsx'
import { CopyLink } from './CopyLink.tsx'
import { pairingWords } from './pairingWords.ts'
import { useOpening } from './useOpening.ts'
import type { PairingView } from './usePairing.ts'
import type { WalletWay } from './walletWays.ts'

/** Time for which a tap may still open a wallet, ms. */
const tapMs = 5_000

/** A wallet that opens by a link: its app, desktop app or site. */
export function OpenWallet({
  entry: { imageUrl, name, wallet },
  opened,
  pairing,
  tappedAt,
  way,
}: {
  entry: WalletEntry
  /** It was opened before this view. */
  opened: Pairing['wcLinking']
  pairing: PairingView
  /** Time of the tap, ms since 1970, if it could not open the wallet itself. */
  tappedAt?: number | undefined
  way: Exclude<WalletWay, 'browser'>
}) {
  const { foyer, modal, router } = useUi()
  const message = useMessage()
  const { onOpen, opening } = useOpening(opened !== undefined)
  const { error, onOpened, online, retry, status, uri } = pairing
  const opener = useOpener(online)
  const values = { wallet: name }
  const failed = status === 'failed' || status === 'expired'
  const waits = status === 'waiting' || status === 'offline'
  const { text, title } = waits
    ? { title: waitingTitle(opening), text: waitingText(opening) }
    : pairingWords({ error, status, wallet: name })
  const open = () => {
    if (!opener || !wallet || uri === undefined) return
    const link = opener.openWallet(foyer, {
      universal: modal.options.preferUniversalLinks,
      uri,
      wallet,
      way,
    })
    if (!link) return
    onOpened(link)
    onOpen()
  }
  const ready = opener !== undefined && uri !== undefined && status === 'waiting'
  const late = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when code and URI are ready
  useEffect(() => {
    if (!ready || late.current || opened !== undefined) return
    late.current = true
    // A tap counts for a moment: 5 s in Chromium, less elsewhere.
    const counts = tappedAt !== undefined && Date.now() - tappedAt < tapMs
    if (counts && navigator.userActivation?.isActive) open()
  }, [ready])
  // Probably no app opened: it may not be installed. Websites need no install.
  const canGet = opening === 'stayed' && way !== 'web' && wallet && opener?.isObtainable(wallet)

  return (
    <>
      <WalletLogo
        name={name}
        src={imageUrl}
        size={72}
        eager
        state={
          failed
            ? 'failed'
            : status === 'done'
              ? 'done'
              : status === 'taken' || opening !== 'none'
                ? 'waiting'
                : 'idle'
        }
      />
      <div className="pairing-words" role={failed ? 'alert' : 'status'}>
        <p className="pairing-title">{message(title, values)}</p>
        {text === undefined ? null : <p className="pairing-text">{message(text, values)}</p>}
        {online ? null : <p className="pairing-text">{message('modal.offline')}</p>}
      </div>
      {status === 'done' ? null : (
        <div className="pairing-actions">
          {failed ? (
            <Button onClick={retry}>{message('connecting.retry')}</Button>
          ) : (
            <Button pending={!opener || uri === undefined} onClick={open}>
              {message('walletConnect.open', values)}
            </Button>
          )}
          {canGet ? (
            <Button variant="secondary" onClick={() => router.push('GetWallet', { wallet })}>
              {message('walletConnect.get', values)}
            </Button>
          ) : null}
          {failed ? null : <CopyLink uri={uri} />}
        </div>
      )}
    </>
  )
}

/** Opens a wallet, in a chunk that wallet lists preload; retried when the network is back. */
function useOpener(online: boolean): typeof import('./openWallet.ts') | undefined {
  const { foyer } = useUi()
  const [opener, setOpener] = useState<typeof import('./openWallet.ts')>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again with the network
  useEffect(() => {
    import('./openWallet.ts').then(setOpener, (error) =>
      foyer.log('info', 'what opens a wallet could not be loaded', error),
    )
  }, [foyer, online])
  return opener
}

type Opening = ReturnType<typeof useOpening>['opening']

function waitingTitle(opening: Opening): MessageKey {
  return opening === 'none' ? 'walletConnect.ready' : 'connecting.open'
}

function waitingText(opening: Opening): MessageKey {
  if (opening === 'none') return 'connecting.hint'
  return opening === 'stayed' ? 'walletConnect.nothing' : 'walletConnect.return'
}
