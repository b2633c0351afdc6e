import { defineButtons } from './defineButtons.ts'
import { defineFoyerModal } from './foyerModal.ts'

/** Defines every element of Foyer, once a page. */
export function defineElements(): void {
  defineFoyerModal()
  defineButtons()
}
