import { buttonElement, type FoyerButtonElement } from './buttonElement.ts'
import {
  type LookOf,
  lookOfAccount,
  lookOfConnect,
  lookOfEither,
  lookOfNetwork,
} from './buttonLook.ts'

const looks: Readonly<Record<string, LookOf>> = {
  'foyer-button': lookOfEither,
  'foyer-connect-button': lookOfConnect,
  'foyer-account-button': lookOfAccount,
  'foyer-network-button': lookOfNetwork,
}

/** Defines the buttons of Foyer, once a page. A function, since a server has no HTMLElement to extend. */
export function defineButtons(): void {
  for (const [name, look] of Object.entries(looks))
    if (!customElements.get(name)) customElements.define(name, buttonElement(look))
}

declare global {
  interface HTMLElementTagNameMap {
    'foyer-button': FoyerButtonElement
    'foyer-connect-button': FoyerButtonElement
    'foyer-account-button': FoyerButtonElement
    'foyer-network-button': FoyerButtonElement
  }
}
