import { findPairingConnector, listAllEntries, listSearchEntries } from '@foyer/core'
import { useCallback, useEffect, useRef } from 'react'
import { useLanguage, useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { Row } from '../../primitives/ListRow.tsx'
import { SearchField } from '../../primitives/SearchField.tsx'
import { SkeletonRow } from '../../primitives/Skeleton.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './AllWalletsView.css?inline'
import { CodeIcon } from './CodeIcon.tsx'
import { isPhone } from './isPhone.ts'
import { useEntries } from './useEntries.ts'
import { useLegal } from './useLegal.ts'
import { useWalletPages } from './useWalletPages.ts'
import { useWalletSearch } from './useWalletSearch.ts'
import { rowHeight, WalletRows } from './WalletRows.tsx'

/** Every wallet of the directory, with search and pages. @source spec 2.5, 9.14 */
export function AllWalletsView() {
  useStyles(css)
  const { foyer, Legal, router, views } = useUi()
  const message = useMessage()
  const { allow } = useLegal()
  const { locale } = useLanguage()
  const view = useRef<HTMLDivElement>(null)
  const search = useWalletSearch()
  const pages = useWalletPages()
  const { found } = search
  const list = useCallback<Parameters<typeof useEntries>[0]>(
    (kit, wanted) =>
      found === '' ? listAllEntries(kit, wanted) : listSearchEntries(kit, found, wanted),
    [found],
  )
  const entries = useEntries(list)
  const searching = search.found !== '' || search.status === 'error'
  const failed = searching ? search.status === 'error' : pages.status === 'error'
  const loading = !searching && pages.more && !failed
  // On a phone the wallet may also be on another device or unlisted.
  const pairs = !searching && isPhone() && findPairingConnector(foyer) !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are read from their top
  useEffect(() => {
    view.current?.closest('.scroll')?.scrollTo({ top: 0 })
  }, [search.found])

  return (
    <div ref={view} className="all-wallets">
      <div className="all-wallets-search">
        <SearchField
          label={message('allWallets.search')}
          clearLabel={message('allWallets.clear')}
          value={search.text}
          onChange={search.setText}
        />
      </div>
      <p className="unseen" role="status">
        {searching && !failed
          ? message('allWallets.found', {
              count: new Intl.NumberFormat(locale).format(entries.length),
            })
          : ''}
      </p>
      <div className="all-wallets-list" aria-busy={loading || search.status === 'pending'}>
        {pairs ? (
          <div className="all-wallets-other">
            <Row
              image={
                <span className="all-wallets-code">
                  <CodeIcon />
                </span>
              }
              title={message('walletConnect.other')}
              chevron
              onClick={() => allow() && router.push('ConnectingWalletConnectBasic')}
              onIntent={() => void views.load('ConnectingWalletConnectBasic')}
            />
          </div>
        ) : null}
        <WalletRows entries={entries} />
        {loading ? <Loading first={entries.length === 0} onReached={pages.loadNext} /> : null}
        {failed ? (
          <EmptyState
            role="alert"
            title={message('allWallets.failed')}
            text={navigator.onLine ? undefined : message('modal.offline')}
            action={
              <Button variant="secondary" onClick={searching ? search.retry : pages.loadNext}>
                {message('modal.retry')}
              </Button>
            }
          />
        ) : null}
        {entries.length === 0 && !loading && !failed && !pairs ? (
          <EmptyState
            role="status"
            icon={<Icon name="search" />}
            title={
              searching
                ? message('allWallets.empty', { search: search.found })
                : message('allWallets.none')
            }
            action={
              searching ? (
                <Button
                  variant="secondary"
                  onClick={() => {
                    // The button disappears with the empty list: move the focus to the search.
                    view.current?.querySelector('input')?.focus()
                    search.setText('')
                  }}
                >
                  {message('allWallets.clear')}
                </Button>
              ) : undefined
            }
          />
        ) : null}
      </div>
      {Legal ? <Legal /> : null}
    </div>
  )
}

/** Placeholder rows; load the next page near the viewport. */
function Loading({ first, onReached }: { first: boolean; onReached: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onReached()
      },
      { root: place.current?.closest('.scroll') ?? null, rootMargin: `${rowHeight * 5}px` },
    )
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  })
  return (
    <div ref={place}>
      {Array.from({ length: first ? 6 : 2 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all the same
        <SkeletonRow key={index} />
      ))}
    </div>
  )
}
