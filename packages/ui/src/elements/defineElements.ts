import { defineButtons } from './defineButtons.ts'
import { defineFoyerModal } from './foyerModal.ts'

/** Defines every Foyer element, once per page. */
export function defineElements(): void {
  defineFoyerModal()
  defineButtons()
}
