import type { FoyerState, PendingPreview } from '@foyer/core'
import type { CheckedRequest } from '@foyer/decode/preview'
import { useEffect, useState } from 'react'
import { useFoyerState, useUi } from '../../context.ts'
import { Notice } from '../../primitives/Notice.tsx'
import { Skeleton } from '../../primitives/Skeleton.tsx'
import { useStyles } from '../../useStyles.ts'
import { walletOf } from '../../walletOf.ts'
import { PreviewFooter } from './PreviewFooter.tsx'
import css from './PreviewRequestView.css?inline'
import type { PreviewWords } from './previewWords.ts'
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
  const { screen } = words
  const wallet = useWalletName(pending)
  const body = useBody()
  const { result } = pending
  // Made by the preview that the site passed: this view belongs to that of `@foyer/decode`.
  const checked = result.status === 'checked' ? (result.checked as CheckedRequest) : undefined
  const shown = checked && body.Component ? checked : undefined
  const hasFailed = result.status === 'failed' || (checked !== undefined && body.hasFailed === true)
  const ready = shown !== undefined || hasFailed
  return (
    <div className="preview" aria-busy={!ready}>
      {ready ? null : <Checking title={screen.checking} />}
      {hasFailed ? (
        <Notice tone="danger" title={screen.failedTitle}>
          {(result.status === 'failed' && screen.failures[result.error.code]) ||
            screen.failures.other}
        </Notice>
      ) : null}
      {shown && body.Component ? <body.Component checked={shown} words={words} /> : null}
      <PreviewFooter
        care={ready ? careOf(shown) : 'click'}
        more={more}
        onAnswer={pending.answer}
        ready={ready}
        wallet={wallet}
        words={screen}
      />
    </div>
  )
}

type Body = {
  readonly Component?: typeof import('./CheckedBody.tsx').CheckedBody
  readonly hasFailed?: boolean
}

/** Loads the code that shows a description, while the request is checked. */
function useBody(): Body {
  const { foyer } = useUi()
  const [body, setBody] = useState<Body>({})
  useEffect(() => {
    import('./CheckedBody.tsx').then(
      ({ CheckedBody }) => setBody({ Component: CheckedBody }),
      (error) => {
        foyer.log('error', 'the preview could not be loaded', error)
        setBody({ hasFailed: true })
      },
    )
  }, [foyer])
  return body
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
