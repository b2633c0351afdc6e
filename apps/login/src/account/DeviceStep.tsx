import { Notice, useStyles } from '@foyer/ui/primitives'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAccount } from './AccountContext.ts'
import { Card } from './Card.tsx'
import css from './DeviceStep.css?inline'
import { FilledText } from './FilledText.tsx'
import { failureWords } from './failureWords.ts'
import { NumberBox } from './NumberBox.tsx'
import { waitForApproval } from './waitForApproval.ts'
import { words } from './words.ts'

type Standing = 'waiting' | 'unreachable' | 'denied' | 'expired' | { error: unknown }

/** The card of a login that waits for its mailed link. */
export function DeviceStep({
  email,
  expiresAt,
  links,
  number,
  onApproved,
  txnId,
}: LinkWaitProps & { email: string; links: ReactNode }) {
  return (
    <Card
      icon="mail"
      title={words.device.title}
      text={<FilledText text={words.device.text} value={email} />}
    >
      <LinkWait {...{ expiresAt, number, onApproved, txnId }} />
      {links}
    </Card>
  )
}

type LinkWaitProps = {
  txnId: string
  number: string
  /** ms since 1970. */
  expiresAt: number
  onApproved: () => void
}

/** Shows the number of a mailed link, and waits until it is approved or denied. */
export function LinkWait({ expiresAt, number, onApproved, txnId }: LinkWaitProps) {
  useStyles(css)
  const { account } = useAccount()
  const [standing, setStanding] = useState<Standing>('waiting')
  const approved = useRef(onApproved)
  approved.current = onApproved
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const onReachable = (isReachable: boolean) =>
      setStanding(isReachable ? 'waiting' : 'unreachable')
    waitForApproval(account.session, { txnId, expiresAt, signal, onReachable }).then(
      (end) => {
        if (end === 'approved') approved.current()
        else setStanding(end)
      },
      (error: unknown) => {
        if (!signal.aborted) setStanding({ error })
      },
    )
    return () => abort.abort()
  }, [account, txnId, expiresAt])
  return (
    <>
      <NumberBox number={number} />
      <Ended standing={standing} />
    </>
  )
}

function Ended({ standing }: { standing: Standing }) {
  if (standing === 'waiting')
    return (
      <p className="waiting" role="status">
        {words.device.waiting}
      </p>
    )
  if (standing === 'unreachable') return <Notice tone="warning">{words.device.unreachable}</Notice>
  return (
    <Notice tone="danger">
      {typeof standing === 'string' ? words.device[standing] : failureWords(standing.error)}
    </Notice>
  )
}
