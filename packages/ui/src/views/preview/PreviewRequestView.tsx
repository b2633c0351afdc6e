import type { FoyerState, PendingPreview } from '@foyer/core'
import type { CheckedRequest } from '@foyer/decode/preview'
import { useEffect, useMemo } from 'react'
import { useFoyerState, useUi } from '../../context.ts'
import { AddressNotes } from '../../description/addressNotes.ts'
import { DescriptionBody } from '../../description/DescriptionBody.tsx'
import { titleOf } from '../../description/titleOf.ts'
import { DescriptionLanguage } from '../../description/useDescriptionWords.ts'
import { Notice } from '../../primitives/Notice.tsx'
import { Skeleton } from '../../primitives/Skeleton.tsx'
import { useStyles } from '../../useStyles.ts'
import { walletOf } from '../../walletOf.ts'
import { PreviewFooter } from './PreviewFooter.tsx'
import css from './PreviewRequestView.css?inline'
import type { PreviewWords } from './previewWords.ts'
import { useAddressNotes } from './useAddressNotes.ts'
import { usePreviewWords } from './usePreviewWords.ts'

const firstOf = ({ previews }: FoyerState) => previews?.[0]
const countOf = ({ previews }: FoyerState) => previews?.length ?? 0

/** Shows what a site asks of a wallet, before the wallet is asked. */
export function PreviewRequestView() {
  useStyles(css)
  const { modal, router } = useUi()
  const words = usePreviewWords()
  const pending = useFoyerState(firstOf)
  const count = useFoyerState(countOf)
  const isOver = pending === undefined
  useEffect(() => {
    // Usually left already, synchronously with the last answer.
    if (!isOver) return
    if (router.canGoBack()) router.back()
    else modal.close({ force: true })
  }, [modal, isOver, router])
  if (!pending || !words) return null
  return <Request key={pending.id} pending={pending} more={count - 1} words={words} />
}

function Request({
  more,
  pending,
  words,
}: {
  pending: PendingPreview
  more: number
  words: PreviewWords
}) {
  const { description, screen } = words
  const wallet = useWalletName(pending)
  const language = useMemo(
    () => ({ ...description, words: { ...description.words, fee: screen.fee } }),
    [description, screen],
  )
  const { result } = pending
  // Made by the preview that the site passed: this view belongs to that of `@foyer/decode`.
  const checked = result.status === 'checked' ? (result.checked as CheckedRequest) : undefined
  return (
    <DescriptionLanguage.Provider value={language}>
      <div className="preview" aria-busy={result.status === 'checking'}>
        {result.status === 'checking' ? <Checking title={screen.checking} /> : null}
        {result.status === 'failed' ? (
          <Notice tone="danger" title={screen.failedTitle}>
            {screen.failures[result.error.code] ?? screen.failures.other}
          </Notice>
        ) : null}
        {checked ? <Checked checked={checked} words={words} /> : null}
        <PreviewFooter
          care={result.status === 'checking' ? 'click' : careOf(checked)}
          more={more}
          onAnswer={pending.answer}
          ready={result.status !== 'checking'}
          wallet={wallet}
          words={screen}
        />
      </div>
    </DescriptionLanguage.Provider>
  )
}

function careOf(checked: CheckedRequest | undefined): 'click' | 'hold' | 'understand' | 'unread' {
  if (!checked) return 'unread'
  if (checked.signs.length > 0) return 'understand'
  return checked.description.risk === 'high' ? 'hold' : 'click'
}

function useWalletName({ namespace }: PendingPreview): string {
  const connection = useFoyerState(({ connections }) => connections[namespace])
  return connection?.status === 'connected' ? walletOf(connection).name : ''
}

function Checking({ title }: { title: string }) {
  return (
    <>
      <div role="status">
        <h2 className="preview-title">{title}</h2>
      </div>
      <div className="preview-box">
        <Skeleton shape="circle" />
        <Skeleton width="m" />
      </div>
      <Skeleton width="l" />
      <Skeleton width="m" />
    </>
  )
}

function Checked({ checked, words }: { checked: CheckedRequest; words: PreviewWords }) {
  const { account, description, network, signs } = checked
  const { screen } = words
  const notes = useAddressNotes(checked, screen)
  return (
    <AddressNotes.Provider value={notes}>
      {signs.length > 0 ? (
        <Notice tone="danger" title={screen.drainTitle}>
          {signs.map((sign) => (
            <p key={sign}>{screen.signs[sign]}</p>
          ))}
        </Notice>
      ) : null}
      <DescriptionBody
        account={account}
        description={description}
        network={network}
        heading={
          <h2 className="preview-title">
            {titleOf(description, { site: location.host, words: words.description })}
          </h2>
        }
      />
      {description.typed ? <p className="preview-untried">{screen.typedUntried}</p> : null}
    </AddressNotes.Provider>
  )
}
