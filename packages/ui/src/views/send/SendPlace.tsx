import type { SendForm, SendFormState } from '@foyer/core'
import { type ComponentType, useEffect, useState } from 'react'
import { useMessage, useSlice, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { SkeletonRow } from '../../primitives/Skeleton.tsx'
import { loadSendForm, readSendForm } from './loadSendForm.ts'
import { SendWords } from './sendWords.ts'

/** Props of each view of Send. */
export type SendProps = { readonly form: SendForm; readonly state: SendFormState }

/** Renders a view of Send once its texts and the form have loaded. */
export function SendPlace({ View }: { View: ComponentType<SendProps> }) {
  const { foyer, modal } = useUi()
  const message = useMessage()
  const [form, setForm] = useState(() => readSendForm(modal))
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (form || failed) return
    loadSendForm(modal).then(setForm, (error) => {
      foyer.log('error', 'the form could not be loaded', error)
      setFailed(true)
    })
  }, [foyer, modal, form, failed])
  if (failed)
    return (
      <EmptyState
        role="alert"
        title={message('modal.viewFailed')}
        action={
          <Button variant="secondary" onClick={() => setFailed(false)}>
            {message('modal.retry')}
          </Button>
        }
      />
    )
  if (!form)
    return (
      <div aria-busy="true">
        <SkeletonRow />
        <SkeletonRow />
      </div>
    )
  return (
    <SendWords>
      <Followed form={form} View={View} />
    </SendWords>
  )
}

const selectAll = (state: SendFormState) => state

/** Follows the account while the view is shown. */
function Followed({ View, form }: { View: ComponentType<SendProps>; form: SendForm }) {
  useEffect(() => form.follow(), [form])
  const store = form.store as Parameters<typeof useSlice<SendFormState, SendFormState>>[0]
  return <View form={form} state={useSlice(store, selectAll)} />
}
