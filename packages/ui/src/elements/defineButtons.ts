import { buttonElement, type FoyerButtonElement } from './buttonElement.ts'
import type { ButtonKind } from './buttonLook.ts'

const kinds: Readonly<Record<string, ButtonKind>> = {
  'foyer-button': 'either',
  'foyer-connect-button': 'connect',
  'foyer-account-button': 'account',
  'foyer-network-button': 'network',
}

/** Defines the buttons of Foyer, once a page. A function, since a server has no HTMLElement to extend. */
export function defineButtons(): void {
  for (const [name, kind] of Object.entries(kinds))
    if (!customElements.get(name)) customElements.define(name, buttonElement(kind))
}

declare global {
  interface HTMLElementTagNameMap {
    'foyer-button': FoyerButtonElement
    'foyer-connect-button': FoyerButtonElement
    'foyer-account-button': FoyerButtonElement
    'foyer-network-button': FoyerButtonElement
  }
}
