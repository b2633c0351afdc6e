import { supportsSend } from '@foyer/core'
import { useCallback, useEffect, useState } from 'react'
import { useFoyerRead, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { useStyles } from '../../useStyles.ts'
import { AmountField } from './AmountField.tsx'
import { FeeRow } from './FeeRow.tsx'
import { ReceiverField } from './ReceiverField.tsx'
import { SendPlace, type SendProps } from './SendPlace.tsx'
import { SendTokenRow } from './SendTokenRow.tsx'
import css from './SendView.css?inline'
import type { SendData } from './sendData.ts'
import { useSendWords } from './sendWords.ts'
import { useProblems } from './useProblems.ts'

/** The form of a transfer: token, amount and receiver. @source spec 1.9, 3.14 */
export function SendView({ data }: { data: SendData | undefined }) {
  const View = useCallback((props: SendProps) => <SendFields {...props} data={data} />, [data])
  return <SendPlace View={View} />
}

/** Data that a form was filled with already: going back to this view keeps what was typed since. */
const filled = new WeakSet<SendData>()

function SendFields({ data, form, state }: SendProps & { data: SendData | undefined }) {
  useStyles(css)
  const { router, views } = useUi()
  const message = useSendWords()
  const isSupported = useFoyerRead(supportsSend)
  const problems = useProblems(state)
  const [asked, setAsked] = useState(false)
  const isReady = problems.all === undefined && state.receiverAddress !== undefined
  const { account, amountText, isFiat, receiverText, token } = state
  const typed = JSON.stringify([account, token?.address, amountText, isFiat, receiverText])
  // The form as it was when the button was pressed while the receiver was still looked up. An edit ends the wait.
  const [waitsFor, setWaitsFor] = useState<string>()
  const waits = state.loading && waitsFor === typed
  useEffect(() => {
    if (waitsFor === undefined || waits) return
    setWaitsFor(undefined)
    if (isReady && waitsFor === typed) router.push('SendReview')
  }, [waitsFor, waits, typed, isReady, router])
  useEffect(() => {
    const { outcome } = form.store.get()
    // A finished transfer is not shown again; one that is under way is.
    if (outcome && outcome.status !== 'asking' && outcome.status !== 'pending') form.clearOutcome()
    if (!data || filled.has(data)) return
    filled.add(data)
    form.fill(data)
  }, [form, data])
  if (!isSupported)
    return <EmptyState title={message('send.unsupported')} text={message('send.unsupportedText')} />
  const review = () => {
    setAsked(true)
    if (state.loading) setWaitsFor(typed)
    else if (isReady) router.push('SendReview')
  }
  return (
    <form
      className="send"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        review()
      }}
    >
      <SendTokenRow state={state} />
      <AmountField form={form} state={state} error={problems.amount} />
      <ReceiverField form={form} state={state} error={problems.receiver} />
      <FeeRow state={state} />
      {asked &&
      problems.all !== undefined &&
      problems.all !== problems.amount &&
      problems.all !== problems.receiver ? (
        <p className="send-problem" role="alert">
          {problems.all}
        </p>
      ) : null}
      <Button
        type="submit"
        pending={waits}
        onPointerEnter={() => void views.load('SendReview')}
        onFocus={() => void views.load('SendReview')}
      >
        {message('send.review')}
      </Button>
    </form>
  )
}
