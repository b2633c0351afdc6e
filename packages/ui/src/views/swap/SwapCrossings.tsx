import { isCrossed, openCrossings, readLateAt, type SwapCrossing } from '@foyer/core'
import { parseAccountId } from '@foyer/protocol'
import { isSameToken } from '@foyer/protocol/api'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useModalState, useUi } from '../../context.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Button } from '../../primitives/Button.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { IconButton } from '../../primitives/IconButton.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import { useStyles } from '../../useStyles.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { CrossingWords, useCrossingWords } from './crossingWords.ts'
import css from './SwapCrossings.css?inline'
import { useSwapWords } from './swapWords.ts'
import { useExplorer } from './useExplorer.ts'
import { useNetworkName } from './useNetworkName.ts'
import { useSwapFormat } from './useSwapFormat.ts'

/** The account's swaps across networks that are on their way, or whose end was not dismissed. */
export function SwapCrossings({
  hash,
  onAnother,
}: {
  /** Only this one, with a button for the next swap, which also dismisses it. */
  hash?: string
  onAnother?: () => void
}) {
  useStyles(css)
  const { foyer, modal } = useUi()
  const words = useSwapWords()
  const { address } = useActiveAccount()
  const crossings = openCrossings(foyer)
  const list = useSyncExternalStore(crossings.store.subscribe, crossings.store.get)
  const isOpen = useModalState(({ open }) => open) || modal.options.embedded === true
  useEffect(() => (isOpen ? crossings.follow() : undefined), [crossings, isOpen])
  const own = list.filter((one) =>
    hash === undefined ? one.address === address : one.hash === hash,
  )
  return (
    <CrossingWords>
      {own.map((crossing) => (
        <CrossingCard
          key={crossing.hash}
          crossing={crossing}
          onDismiss={
            hash === undefined && isCrossed(crossing)
              ? () => crossings.forget(crossing.hash)
              : undefined
          }
        />
      ))}
      {onAnother ? (
        <Button
          variant="secondary"
          onClick={() => {
            for (const one of own.filter(isCrossed)) crossings.forget(one.hash)
            onAnother()
          }}
        >
          {words('swap.another')}
        </Button>
      ) : null}
    </CrossingWords>
  )
}

function CrossingCard({
  crossing,
  onDismiss,
}: {
  crossing: SwapCrossing
  onDismiss: (() => void) | undefined
}) {
  const words = useCrossingWords()
  const { text, title } = useCrossingText(crossing)
  const { chainId, hash, received, status, toChainId } = crossing
  const nameOf = useNetworkName()
  const explorer = useExplorer()
  const paidOn = received && (parseAccountId(received.token)?.chainId ?? toChainId)
  const back = status === 'refunded' ? words('crossing.viewBack') : undefined
  const links = [
    { label: words('crossing.viewOn', { network: nameOf(chainId) }), url: explorer(chainId, hash) },
    ...(received && paidOn
      ? [
          {
            label: back ?? words('crossing.viewOn', { network: nameOf(paidOn) }),
            url: explorer(paidOn, received.hash),
          },
        ]
      : []),
  ]
  return (
    <section className="swap-crossing" data-status={status}>
      <span className="swap-crossing-mark">
        {status === 'pending' ? null : <Icon name={status === 'received' ? 'check' : 'warning'} />}
      </span>
      <div role="status">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {onDismiss ? (
        <IconButton
          label={words('crossing.dismiss')}
          icon={<Icon name="close" />}
          onClick={onDismiss}
        />
      ) : null}
      <div className="swap-crossing-links">
        {links.map(({ label, url }) =>
          url ? (
            <TextLink key={url} href={url}>
              {label}
            </TextLink>
          ) : null,
        )}
      </div>
    </section>
  )
}

/** Returns whether a swap takes longer than its source expected. */
function useLate(crossing: SwapCrossing): boolean {
  const lateAt = readLateAt(crossing)
  const [isLate, setLate] = useState(() => Date.now() >= lateAt)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateAt - Date.now())
    return () => clearTimeout(timer)
  }, [lateAt])
  return isLate
}

/** Returns the words for the known state of a swap, which name its source: the chain, or the bridge. */
function useCrossingText(crossing: SwapCrossing): { title: string; text: string } {
  const words = useCrossingWords()
  const format = useSwapFormat()
  const nameOf = useNetworkName()
  const isLate = useLate(crossing)
  const { amount, chainId, durationSeconds, from, received, to, toAmount, toChainId } = crossing
  const source = crossing.source.name
  const token = received && [from, to].find((one) => isSameToken(one.address, received.token))
  const values = {
    ...{ source, from: format.amount(amount, from), to: format.amount(toAmount, to) },
    ...{ fromNetwork: nameOf(chainId), toNetwork: nameOf(toChainId) },
    time: format.time(durationSeconds ?? 0),
    received: received && token ? format.amount(received.amount, token) : '',
    token: received ? shortenAddress(parseAccountId(received.token)?.address ?? '') : '',
  }
  const say = (key: 'late' | 'onWay' | 'received' | 'told' | 'partial' | 'refunded' | 'lost') => ({
    title: words(`crossing.${key}Title`, values),
    text: words(`crossing.${key}Text`, values),
  })
  switch (crossing.status) {
    case 'pending':
      return say(isLate ? 'late' : 'onWay')
    case 'received':
      return say(received?.checkedBy === 'chain' && token ? 'received' : 'told')
    case 'partial':
      return say('partial')
    case 'refunded':
      return say('refunded')
    case 'failed':
      return say('lost')
  }
}
