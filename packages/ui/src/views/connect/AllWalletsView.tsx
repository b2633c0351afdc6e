import { walletImagePrefetch } from '@foyer/core'
import { SearchX } from 'lucide-react'
import { forwardRef, useEffect, useLayoutEffect, useRef } from 'react'
import {
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  Virtualizer,
} from 'virtua'
import { useLanguage, useMessage } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { SearchField } from '../../primitives/SearchField.tsx'
import { SkeletonRow } from '../../primitives/Skeleton.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './AllWalletsView.css?inline'
import { Legal } from './Legal.tsx'
import { useEntries } from './useEntries.ts'
import { useWalletPages } from './useWalletPages.ts'
import { useWalletSearch } from './useWalletSearch.ts'
import { WalletRow } from './WalletRow.tsx'

/** Height of the search field with its gaps, which stands over the list, px. */
const searchHeight = 60
/** A row with the gap below it, px. */
const rowHeight = 64

/** Every wallet of the directory: searched, or page by page. @source ledger 2.5, 9.14 */
export function AllWalletsView() {
  useStyles(css)
  const message = useMessage()
  const { locale } = useLanguage()
  const view = useRef<HTMLDivElement>(null)
  const scroll = useRef<HTMLElement>(null)
  const search = useWalletSearch()
  const pages = useWalletPages()
  const entries = useEntries(search.found === '' ? 'all' : { search: search.found })
  const searching = search.found !== '' || search.status === 'failed'
  const failed = searching ? search.status === 'failed' : pages.status === 'failed'
  const loading = !searching && pages.more && !failed

  useLayoutEffect(() => {
    scroll.current = view.current?.closest<HTMLElement>('.scroll') ?? null
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are read from their top
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0 })
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
        <Virtualizer
          as={Items}
          item={Item}
          scrollRef={scroll}
          startMargin={searchHeight}
          itemSize={rowHeight}
        >
          {entries.map((entry, index) => (
            <WalletRow key={entry.key} entry={entry} eager={index < walletImagePrefetch} />
          ))}
        </Virtualizer>
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
        {entries.length === 0 && !loading && !failed ? (
          <EmptyState
            role="status"
            icon={<SearchX />}
            title={
              searching
                ? message('allWallets.empty', { search: search.found })
                : message('allWallets.none')
            }
            action={
              searching ? (
                <Button variant="secondary" onClick={() => search.setText('')}>
                  {message('allWallets.clear')}
                </Button>
              ) : undefined
            }
          />
        ) : null}
      </div>
      <Legal />
    </div>
  )
}

/** Rows to come; asks for the next page when they come near the sight. */
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

/** Safari drops the role of a list without bullets. */
const Items = forwardRef<HTMLUListElement, CustomContainerComponentProps>(
  function Items(props, ref) {
    const message = useMessage()
    return (
      // biome-ignore lint/a11y/noRedundantRoles: see above
      <ul ref={ref} role="list" aria-label={message('connect.wallets')} {...props} />
    )
  },
)

/** Only rows in sight are in the document: their places are said. */
const Item = forwardRef<HTMLLIElement, CustomItemComponentProps>(function Item(
  { index, ...props },
  ref,
) {
  return <li ref={ref} aria-posinset={index + 1} aria-setsize={-1} {...props} />
})
