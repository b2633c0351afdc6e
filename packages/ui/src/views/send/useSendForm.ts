import { createSendForm, type SendForm, type SendFormState } from '@foyer/core'
import { useEffect } from 'react'
import { useSlice, useUi } from '../../context.ts'
import type { Modal } from '../../modal.ts'
import type { Router } from '../../router.ts'

const forms = new WeakMap<Router, SendForm>()

/** The form of a modal, by its router: it outlives its views, which the wallet's own screen replaces for a while. */
export function sendFormOf({ foyer, router }: Pick<Modal, 'foyer' | 'router'>): SendForm {
  const form = forms.get(router) ?? createSendForm(foyer)
  forms.set(router, form)
  return form
}

const selectAll = (state: SendFormState) => state

/** The modal's form and its state, followed while the view is shown. */
export function useSendForm(): { form: SendForm; state: SendFormState } {
  const { modal } = useUi()
  const form = sendFormOf(modal)
  useEffect(() => form.follow(), [form])
  const store = form.store as Parameters<typeof useSlice<SendFormState, SendFormState>>[0]
  return { form, state: useSlice(store, selectAll) }
}
