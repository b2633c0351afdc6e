import { buttonElement, type FoyerButtonElement } from './buttonElement.ts'
import type { ButtonKind } from './buttonLook.ts'

export const buttonKinds = {
  'foyer-button': 'either',
  'foyer-connect-button': 'connect',
  'foyer-account-button': 'account',
  'foyer-network-button': 'network',
} as const satisfies Readonly<Record<string, ButtonKind>>

/** The name of an element. */
export type ButtonName = keyof typeof buttonKinds

/** Defines Foyer's buttons, once per page. A function, since a server has no HTMLElement. */
export function defineButtons(): void {
  for (const [name, kind] of Object.entries(buttonKinds))
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
