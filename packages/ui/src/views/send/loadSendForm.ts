import type { SendForm } from '@foyer/core'
import type { Modal } from '../../modal.ts'
import type { Router } from '../../router.ts'

const forms = new WeakMap<Router, SendForm>()

/** Returns the form of a modal, by its router, once it is loaded. */
export function readSendForm({ router }: Pick<Modal, 'router'>): SendForm | undefined {
  return forms.get(router)
}

/** Loads the form of a modal: it outlives its views, which the wallet's own screen replaces for a while. */
export async function loadSendForm({
  foyer,
  router,
}: Pick<Modal, 'foyer' | 'router'>): Promise<SendForm> {
  const { openSendForm } = await import('./openSendForm.ts')
  const form = forms.get(router) ?? openSendForm(foyer)
  forms.set(router, form)
  return form
}
