import { createSendForm, type SendForm, type SendFormState } from '@foyer/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useFoyerContext } from './FoyerContext.ts'

/**
 * A form for a transfer: exact amounts, the receiver's warnings, the fee, and what becomes of the transaction.
 *
 * @returns The state of the form, and its functions, which never throw.
 * @example
 * ```tsx
 * const { state, form } = useSendForm()
 * return <input value={state.amountText} onChange={({ target }) => form.setAmount(target.value)} />
 * ```
 */
export function useSendForm(): { readonly state: SendFormState; readonly form: SendForm } {
  const { foyer } = useFoyerContext()
  const form = useMemo(() => createSendForm(foyer), [foyer])
  useEffect(() => form.follow(), [form])
  const state = useSyncExternalStore(form.store.subscribe, form.store.get, form.store.get)
  return { state, form }
}
