import type { SendFormState } from '@foyer/core'
import { useLanguage, useUi } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { quoteName } from '../../format/quoteName.ts'
import { Row } from '../../primitives/ListRow.tsx'
import { SkeletonRow } from '../../primitives/Skeleton.tsx'
import { useSendWords } from './sendWords.ts'
import { TokenLogo } from './TokenLogo.tsx'

/** The chosen token with its balance, which opens the list of tokens. */
export function SendTokenRow({ state: { token } }: { state: SendFormState }) {
  const { router, views } = useUi()
  const { locale } = useLanguage()
  const message = useSendWords()
  if (!token) return <SkeletonRow />
  const amount = formatAmount(token.quantity.numeric, locale)
  const { symbol } = token
  return (
    <Row
      image={<TokenLogo token={token} />}
      title={token.name || symbol}
      subtitle={message('send.available', { amount, symbol: quoteName(symbol) })}
      chevron
      onClick={() => router.push('SendSelectToken')}
      onIntent={() => void views.load('SendSelectToken')}
    />
  )
}
