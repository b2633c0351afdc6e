import type { Modal } from '../modal.ts'
import { adopt } from '../styles.ts'
import tokens from '../tokens.css?inline'
import host from './foyerModal.css?inline'
import { requestModal } from './requestModal.ts'

/** Defines `<foyer-modal>` once per page. A function, since a server has no HTMLElement. */
export function defineFoyerModal(): void {
  if (customElements.get('foyer-modal')) return
  customElements.define(
    'foyer-modal',
    class extends HTMLElement {
      /** One open shadow root for all views, so that ids, labels, focus and styles work across them. */
      readonly #root = this.attachShadow({ mode: 'open' })
      #modal: Modal | undefined
      #stop: (() => void) | undefined

      get modal(): Modal | undefined {
        return this.#modal
      }
      set modal(modal: Modal | undefined) {
        if (modal === this.#modal) return
        this.#modal?.detach(this)
        this.#modal = modal
        if (this.isConnected) this.#attach()
      }
      connectedCallback() {
        adopt(this.#root, tokens)
        adopt(this.#root, host)
        if (this.#modal) this.#attach()
        else
          this.#stop = requestModal(this, (modal) => {
            this.modal = modal
          })
      }
      disconnectedCallback() {
        this.#stop?.()
        this.#modal?.detach(this)
      }
      #attach() {
        if (!this.#modal) return
        adopt(this.#root, this.#modal.theme.sheet)
        this.#modal.attach(this)
      }
    },
  )
}
