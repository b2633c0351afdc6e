import { createSendForm, type Foyer, type SendForm } from '@foyer/core'

/** The code of the form, which its views load while they are shown. */
export function openSendForm(foyer: Foyer): SendForm {
  return createSendForm(foyer)
}
