import { readAccount, readSwapBalance } from '@foyer/core'
import { formatUnits } from '@foyer/protocol'
import type { SwapToken } from '@foyer/protocol/api'
import { useId } from 'react'
import { useFoyerRead, useLanguage } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { quoteName } from '../../format/quoteName.ts'
import { Icon } from '../../primitives/Icon.tsx'
import { Skeleton } from '../../primitives/Skeleton.tsx'
import { readTypedAmount } from './readTypedAmount.ts'
import { SwapTokenLogo } from './SwapTokenLogo.tsx'
import { useSwapWords } from './swapWords.ts'

/** One side of the form: an amount and its token. The amount can be typed where `onAmount` is given. */
export function SwapSide({
  amount = '',
  arrivesOn,
  isLoading = false,
  onAmount,
  onChoose,
  onIntent,
  onMost,
  received,
  side,
  token,
}: {
  side: 'from' | 'to'
  token: SwapToken | undefined
  amount?: string
  /** The name of another network than the active one. */
  arrivesOn?: string | undefined
  received?: bigint | undefined
  isLoading?: boolean
  onAmount?: (amount: string) => void
  onMost?: (() => void) | undefined
  onChoose: () => void
  onIntent: () => void
}) {
  const words = useSwapWords()
  const { locale } = useLanguage()
  const id = useId()
  const held = useFoyerRead((kit) => token && readSwapBalance(readAccount(kit), token))
  const exact = token && received !== undefined ? formatUnits(received, token.decimals) : undefined
  const name = token ? quoteName(token.symbol) : words('swap.choose')
  return (
    <div className="swap-side">
      <label className="swap-label" htmlFor={onAmount && id}>
        {arrivesOn === undefined
          ? words(side === 'from' ? 'swap.pay' : 'swap.receive')
          : words('swap.receiveOn', { network: arrivesOn })}
      </label>
      {onAmount ? (
        <input
          id={id}
          className="swap-amount"
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          placeholder={formatAmount('0', locale)}
          value={amount}
          onChange={({ target }) => {
            const read = readTypedAmount(target.value, token?.decimals ?? 18)
            if (read !== undefined) onAmount(read)
          }}
        />
      ) : isLoading ? (
        <span className="swap-amount" aria-busy="true">
          <Skeleton shape="title" width="m" />
        </span>
      ) : (
        <output className="swap-amount" data-empty={exact === undefined} title={exact}>
          <bdi>{formatAmount(exact ?? '0', locale)}</bdi>
        </output>
      )}
      <button
        type="button"
        className="swap-token"
        data-empty={token === undefined}
        aria-label={words(side === 'from' ? 'swap.payToken' : 'swap.receiveToken', {
          symbol: name,
        })}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        onClick={onChoose}
      >
        {token ? <SwapTokenLogo token={token} size={24} /> : null}
        <span dir="auto">{name}</span>
        <Icon name="next" />
      </button>
      <span className="swap-held">
        {token && held !== undefined ? (
          <>
            <bdi>
              {words('swap.balance', {
                amount: formatAmount(formatUnits(held, token.decimals), locale),
              })}
            </bdi>
            {onMost && held > 0n ? (
              <button type="button" aria-label={words('swap.maxLabel')} onClick={onMost}>
                {words('swap.max')}
              </button>
            ) : null}
          </>
        ) : null}
      </span>
    </div>
  )
}
