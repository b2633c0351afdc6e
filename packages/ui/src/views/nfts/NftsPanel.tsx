import type { Account, Nfts } from '@foyer/core'
import { useEffect, useSyncExternalStore } from 'react'
import { useMessage, useModalState, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { IconButton } from '../../primitives/IconButton.tsx'
import { useStyles } from '../../useStyles.ts'
import { AccountIcon } from '../account/AccountIcon.tsx'
import sectionCss from '../account/AccountTokens.css?inline'
import { More } from '../account/More.tsx'
import { ReadFailed } from '../account/ReadFailed.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { NftGrid, NftGridLoading } from './NftGrid.tsx'
import css from './NftsPanel.css?inline'
import { NftWords, useNftWords } from './nftWords.ts'

type Props = { account: Account; nfts: Nfts }

/** NFTs of the account on its network: a separate chunk, loaded with the first click on its tab. @source spec 2.4, 3.4 */
export function NftsPanel(props: Props) {
  return (
    <NftWords>
      <Panel {...props} />
    </NftWords>
  )
}

function Panel({ account, nfts }: Props) {
  useStyles(sectionCss)
  useStyles(css)
  const { modal } = useUi()
  const message = useMessage()
  const say = useNftWords()
  const network = useActiveNetwork()
  const state = useSyncExternalStore(nfts.store.subscribe, nfts.store.get)
  const open = useModalState(({ open }) => open) || modal.options.embedded === true
  const { address, chainId } = account
  useEffect(() => {
    nfts.show(address && chainId ? { address, chainId } : undefined)
  }, [nfts, address, chainId])
  // Also when the modal opens again, and when the tab does.
  useEffect(() => {
    if (open) void nfts.refresh()
  }, [nfts, open])

  const { empty, error, loading, next, showsSpam, spamCount } = state
  return (
    <section className="account-section" aria-label={message('nfts.title')}>
      <div className="account-bar">
        <h2>{message('nfts.title')}</h2>
        <IconButton
          className="account-refresh"
          label={say('nfts.refresh')}
          icon={<AccountIcon name="refresh" />}
          aria-busy={loading !== undefined}
          onClick={() => void nfts.refresh()}
        />
      </div>
      <div className="account-panel nfts">
        {error ? (
          <ReadFailed
            error={error}
            isLoading={loading !== undefined}
            onRetry={nfts.refresh}
            unavailable={say('nfts.unavailable')}
            unsupported={say('nfts.unsupported', { network: network?.name ?? '' })}
          />
        ) : empty ? (
          <EmptyState role="status" title={say('nfts.empty', { network: network?.name ?? '' })} />
        ) : next === undefined ? (
          <NftGridLoading />
        ) : (
          <>
            <NftGrid nfts={state.nfts} />
            {next === null ? null : (
              <More isLoading={loading === 'next'} onReached={() => void nfts.loadNext()} />
            )}
          </>
        )}
        {state.coverage?.unseen?.includes('compressed') && !error ? (
          <p className="nfts-missing">{say('nfts.noCompressed')}</p>
        ) : null}
        {spamCount > 0 && !error ? (
          <Button
            variant="quiet"
            aria-pressed={showsSpam}
            onClick={() => nfts.showSpam(!showsSpam)}
          >
            {message(showsSpam ? 'activity.hideSpam' : 'activity.showSpam', { count: spamCount })}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
