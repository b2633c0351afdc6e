import { useState } from 'react'
import { useLanguage, useUi } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { formatFiat } from '../../format/formatFiat.ts'
import { quoteName } from '../../format/quoteName.ts'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { SearchField } from '../../primitives/SearchField.tsx'
import { useStyles } from '../../useStyles.ts'
import { SendPlace, type SendProps } from './SendPlace.tsx'
import css from './SendView.css?inline'
import { useSendWords } from './sendWords.ts'
import { TokenLogo } from './TokenLogo.tsx'

/** The tokens that the account can send. */
export function SendSelectTokenView() {
  return <SendPlace View={Tokens} />
}

function Tokens({ form, state }: SendProps) {
  useStyles(css)
  const { router } = useUi()
  const { locale } = useLanguage()
  const message = useSendWords()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = state.tokenBalances.filter(({ address = '', name, symbol }) =>
    `${name} ${symbol} ${address}`.toLowerCase().includes(wanted),
  )
  return (
    <div className="send">
      <SearchField
        label={message('send.search')}
        clearLabel={message('send.clear')}
        value={search}
        onChange={setSearch}
      />
      {found.length === 0 ? (
        <EmptyState role="status" title={message('send.noneFound', { search: search.trim() })} />
      ) : (
        <List label={message('send.token')}>
          {found.map((token) => (
            <ListRow
              key={token.address ?? ''}
              image={<TokenLogo token={token} />}
              title={token.name || token.symbol}
              subtitle={`${formatAmount(token.quantity.numeric, locale)} ${quoteName(token.symbol)}`}
              trailing={
                token.value === undefined ? undefined : (
                  <bdi dir="ltr">{formatFiat(token.value, locale)}</bdi>
                )
              }
              selected={token.address === state.token?.address}
              onClick={() => {
                if (token.address !== state.token?.address) form.setToken(token.address)
                router.back()
              }}
            />
          ))}
        </List>
      )}
    </div>
  )
}
