import { getSwapTokens, groupSwapTokens, readSwapBalance, readSwapErrorCode } from '@foyer/core'
import { type ChainId, formatUnits, namespaceOf, parseAccountId } from '@foyer/protocol'
import { isSameToken, type SwapToken } from '@foyer/protocol/api'
import { useEffect, useState } from 'react'
import { useLanguage, useMessage, useUi } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { Badge } from '../../primitives/Badge.tsx'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { SearchField } from '../../primitives/SearchField.tsx'
import { SkeletonRow } from '../../primitives/Skeleton.tsx'
import { useMutation } from '../../useMutation.ts'
import { useStyles } from '../../useStyles.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { useSwapEngine } from './SwapFrame.tsx'
import { SwapNetworks } from './SwapNetworks.tsx'
import { SwapTokenLogo } from './SwapTokenLogo.tsx'
import css from './SwapTokens.css?inline'
import { useSwapWords } from './swapWords.ts'
import { useTokenList } from './useTokenList.ts'

/** Longer lists are searched. */
const shownTokens = 60

/** The tokens to choose from. */
export function SwapTokens({ side }: { side: 'from' | 'to' }) {
  useStyles(css)
  const { router } = useUi()
  const swap = useSwapEngine()
  const message = useMessage()
  const words = useSwapWords()
  const account = useActiveAccount()
  const [search, setSearch] = useState('')
  const active = useActiveNetwork()?.caipNetworkId
  const chosen = swap.store.get().form.to
  const [wanted, setWanted] = useState(
    side === 'to' && chosen ? parseAccountId(chosen.address)?.chainId : undefined,
  )
  const chainId = wanted ?? active
  const { error, load, tokens } = useTokenList(chainId)
  const { found, isPending, retry } = useLookup(search, chainId)
  if (error)
    return (
      <EmptyState
        role="alert"
        title={words('swap.noTokens')}
        action={
          <Button variant="secondary" onClick={load}>
            {message('modal.retry')}
          </Button>
        }
      />
    )
  const choose = (token: SwapToken) => {
    const { from, to } = swap.store.get().form
    const other = side === 'from' ? to : from
    // The same token on both sides: they change places.
    const isOther = other !== undefined && isSameToken(other.address, token.address)
    swap.change(
      side === 'from'
        ? { from: token, ...(isOther && { to: from }) }
        : { to: token, ...(isOther && { from: to }) },
    )
    router.back()
  }
  const known = [...(tokens ?? []), ...found.filter((one) => !isAmong(one, tokens))]
  const groups = groupSwapTokens(known, { account, search })
  const count = Object.values(groups).flat().length
  const left = groups.others.length - shownTokens
  return (
    <div className="swap-tokens">
      {side === 'to' ? <SwapNetworks value={chainId} onChange={setWanted} /> : null}
      <SearchField
        label={words('swap.search')}
        clearLabel={words('swap.clear')}
        value={search}
        onChange={setSearch}
      />
      {tokens === undefined || (count === 0 && isPending) ? (
        <div aria-busy="true">
          {['1', '2', '3', '4'].map((key) => (
            <SkeletonRow key={key} />
          ))}
        </div>
      ) : count === 0 && retry ? (
        <EmptyState
          role="alert"
          title={words('swap.noTokens')}
          action={
            <Button variant="secondary" onClick={retry}>
              {message('modal.retry')}
            </Button>
          }
        />
      ) : count === 0 ? (
        <EmptyState role="status" title={words('swap.notFound', { search: search.trim() })} />
      ) : (
        (['suggested', 'held', 'popular', 'others'] as const).map((group) =>
          groups[group].length === 0 ? null : (
            <section key={group}>
              <h2>{words(`swap.${group}`)}</h2>
              <List label={words(`swap.${group}`)}>
                {groups[group].slice(0, shownTokens).map((token) => (
                  <TokenChoiceRow key={token.address} token={token} onChoose={choose} />
                ))}
              </List>
            </section>
          ),
        )
      )}
      {left > 0 ? <p className="swap-left">{words('swap.more', { count: left })}</p> : null}
    </div>
  )
}

const isAmong = (token: SwapToken, tokens: readonly SwapToken[] = []) =>
  tokens.some(({ address }) => isSameToken(address, token.address))

type Lookup = {
  readonly found: readonly SwapToken[]
  readonly isPending: boolean
  /** Set if it failed, unless no token is there. */
  readonly retry?: () => void
}

/** The token at an address that was typed or pasted, listed or not. */
function useLookup(search: string, chainId: ChainId | undefined): Lookup {
  const { foyer } = useUi()
  const { data, error, mutate } = useMutation(
    (asked: { address: string; chainId: ChainId }, signal) =>
      getSwapTokens(foyer, { ...asked, signal }),
  )
  const address = search.trim()
  const isAddress = chainId && foyer.adapters[namespaceOf(chainId)]?.isAddress(address)
  useEffect(() => {
    if (isAddress && chainId) mutate({ address, chainId })
  }, [mutate, address, chainId, isAddress])
  if (!isAddress) return { found: [], isPending: false }
  const retry = () => mutate({ address, chainId })
  return {
    found: data ?? [],
    isPending: !data && !error,
    ...(error && readSwapErrorCode(error) !== 'token-unknown' && { retry }),
  }
}

function TokenChoiceRow({
  onChoose,
  token,
}: {
  token: SwapToken
  onChoose: (token: SwapToken) => void
}) {
  const words = useSwapWords()
  const { locale } = useLanguage()
  const account = useActiveAccount()
  const held = readSwapBalance(account, token)
  return (
    <ListRow
      image={<SwapTokenLogo token={token} size={36} />}
      title={token.symbol}
      subtitle={token.name}
      onClick={() => onChoose(token)}
      trailing={
        token.isListed ? (
          held !== undefined && held > 0n ? (
            <bdi className="swap-figure">
              {formatAmount(formatUnits(held, token.decimals), locale)}
            </bdi>
          ) : undefined
        ) : (
          <Badge tone="warning">{words('swap.notListed')}</Badge>
        )
      }
    />
  )
}
