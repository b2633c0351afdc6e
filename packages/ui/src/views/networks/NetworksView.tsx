import { useRef, useState } from 'react'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { SearchField } from '../../primitives/SearchField.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import { useStyles } from '../../useStyles.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { NetworkList } from './NetworkList.tsx'
import css from './NetworksView.css?inline'
import { namespaceNames } from './namespaceNames.ts'
import { useActiveNetwork } from './useActiveNetwork.ts'

/** Number of networks from which a search is shown. */
const searchFrom = 8

/** The networks of the site: the current one marked, the others as buttons. */
export function NetworksView() {
  useStyles(css)
  const { router } = useUi()
  const message = useMessage()
  const networks = useFoyerState((state) => state.networks)
  const current = useActiveNetwork()
  const { unsupportedNetwork: unsupported } = useActiveAccount()
  const view = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const words = search.trim().toLocaleLowerCase()
  const found = networks.filter(
    ({ caipNetworkId, chainNamespace, name, nativeCurrency }) =>
      name.toLocaleLowerCase().includes(words) ||
      namespaceNames[chainNamespace].toLocaleLowerCase().startsWith(words) ||
      nativeCurrency.symbol.toLocaleLowerCase().startsWith(words) ||
      caipNetworkId.endsWith(`:${words}`),
  )
  return (
    <div ref={view} className="networks">
      {networks.length >= searchFrom ? (
        <div className="networks-search">
          <SearchField
            label={message('networks.search')}
            clearLabel={message('allWallets.clear')}
            value={search}
            onChange={setSearch}
          />
        </div>
      ) : null}
      {unsupported ? (
        <Notice tone="warning" title={message('networks.unsupported')}>
          {message('networks.unsupportedText')}
        </Notice>
      ) : null}
      {found.length > 0 ? (
        <NetworkList networks={found} current={current} />
      ) : (
        <EmptyState
          role="status"
          icon={<Icon name="search" />}
          title={message('networks.empty', { search: search.trim() })}
          action={
            <Button
              variant="secondary"
              onClick={() => {
                // The button disappears with the empty list: move the focus to the search.
                view.current?.querySelector('input')?.focus()
                setSearch('')
              }}
            >
              {message('allWallets.clear')}
            </Button>
          }
        />
      )}
      <div className="networks-foot">
        <TextLink onClick={() => router.push('WhatIsANetwork')}>
          {message('whatIsANetwork.title')}
        </TextLink>
      </div>
    </div>
  )
}
