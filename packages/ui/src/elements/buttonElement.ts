import type { Namespace } from '@foyer/protocol'
import { firstView } from '../firstView.ts'
import { enButtons } from '../i18n/enButtons.ts'
import type { Modal } from '../modal.ts'
import { savesData } from '../prefetch.ts'
import { adopt } from '../styles.ts'
import tokens from '../tokens.css?inline'
import css from './button.css?inline'
import { type ButtonKind, type ButtonLook, buttonLook, type FullLook } from './buttonLook.ts'
import { requestModal } from './requestModal.ts'

/** A Foyer button; it finds `modal` by the context protocol unless it is set. */
export type FoyerButtonElement = HTMLElement & { modal: Modal | undefined }

/** Creates the class of a button, without a framework, since it is in the first chunk of a page. */
export function buttonElement(kind: ButtonKind): new () => FoyerButtonElement {
  return class extends HTMLElement {
    static readonly observedAttributes = [
      'label',
      'loading-label',
      'balance',
      'disabled',
      'for',
      'namespace',
    ]

    /** Takes over the content that a server rendered. */
    readonly #root = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true })
    #painted = this.#root.querySelector('button')
    readonly #button = this.#painted ?? document.createElement('button')
    #modal: Modal | undefined
    /** Set explicitly: do not search for one. */
    #given: Modal | undefined
    #stop = () => {}
    #full: FullLook | undefined
    #loading: Promise<void> | undefined
    #drawn = ''
    #view: ButtonLook['view']
    /** Pressed before the modal was created. */
    #pressed = false

    get modal(): Modal | undefined {
      return this.#modal
    }
    set modal(modal: Modal | undefined) {
      this.#given = modal
      if (this.isConnected) this.#find()
    }

    connectedCallback() {
      const button = this.#button
      button.type = 'button'
      button.part.add('button')
      button.ariaHasPopup = 'dialog'
      button.onclick = () => this.#press()
      button.onpointerenter = button.onfocus = () => this.#expect()
      // Under a policy without styles the server's image has reserved the space.
      const room = this.#root.querySelector('svg')
      button.style.minInlineSize = `${room?.clientWidth}px`
      // Replace the content only: the button keeps the keyboard focus.
      for (const part of [room, this.#root.querySelector('style')]) part?.remove()
      if (this.#painted) button.hidden = false
      else this.#root.append(button)
      this.#find()
    }
    disconnectedCallback() {
      this.#stop()
    }
    attributeChangedCallback(name: string) {
      if (!this.isConnected) return
      if (name === 'for') this.#find()
      this.#draw()
    }

    #find() {
      this.#stop()
      let unfollow = () => {}
      const follow = (modal: Modal | undefined) => {
        unfollow()
        unfollow = this.#follow(modal)
      }
      follow(this.#given)
      const forget = this.#given ? () => {} : requestModal(this, follow)
      this.#stop = () => {
        forget()
        unfollow()
      }
    }
    #follow(modal: Modal | undefined): () => void {
      this.#modal = modal
      this.#root.adoptedStyleSheets = []
      adopt(this.#root, tokens)
      adopt(this.#root, css)
      if (this.#full) adopt(this.#root, this.#full.css)
      if (modal) adopt(this.#root, modal.theme.sheet)
      this.#draw()
      if (!modal) return () => {}
      // The modal is still being created.
      if (this.#pressed) queueMicrotask(() => this.#press())
      const stops = [modal.foyer.store, modal.language.store, modal.store].map((store) =>
        // Deferred, since a connect sets its state in several steps.
        store.subscribe(() => queueMicrotask(() => this.#draw())),
      )
      return () => {
        for (const stop of stops) stop()
      }
    }

    /** Prefetches the modal's code on hover or focus. */
    #expect() {
      const modal = this.#modal
      if (modal && modal.options.prefetch !== 'none' && !savesData())
        void modal.prefetch(this.#view ?? firstView(modal.foyer))
    }
    #press() {
      const modal = this.#modal
      this.#pressed = !modal
      if (!modal) return
      const view = this.#view
      const namespace = this.getAttribute('namespace') as Namespace | null
      const opening =
        this.#full?.press(modal, { namespace, view }) ?? modal.open(view, { namespace } as never)
      // The modal closes itself and logs the error; the button can be pressed again.
      opening.catch(() => {})
    }

    #draw() {
      const modal = this.#modal
      if (!modal && this.#painted) return
      // Without a modal the connection is unknown: reserve space for the most likely text.
      const look: ButtonLook | undefined = modal
        ? buttonLook(modal, { element: this, full: this.#full, kind })
        : { kind: 'connect', text: this.getAttribute('label') || enButtons['button.connect'] }
      const opening = modal?.store.get().loading
      const dir = modal?.language.store.get().direction ?? ''
      const disabled = this.hasAttribute('disabled') || look?.disabled
      const drawn = JSON.stringify([look, opening, dir, disabled, !modal])
      if (drawn === this.#drawn) return
      this.#drawn = drawn
      this.#view = look?.view

      const button = this.#button
      button.hidden = !look
      if (!look) return
      const { busy, picture, unconfirmed, warning } = look
      button.disabled = !!disabled
      button.dir = dir
      button.dataset.kind = look.kind
      button.ariaBusy = String(!!(busy || unconfirmed || opening))
      for (const [name, on] of Object.entries({ opening, unconfirmed, warning, waiting: !modal }))
        button.toggleAttribute(`data-${name}`, !!on)
      // Keep the server's complete content while the same account is still loading.
      if (
        !(unconfirmed || look.aside === '') ||
        this.#painted?.querySelector('.text')?.textContent !== look.text
      ) {
        this.#painted = null
        button.replaceChildren(...partsOf(look))
      }
      if (picture && !this.#full) this.#load()
    }
    #load() {
      this.#loading ??= import('./fullLook.ts').then(
        (module) => {
          this.#full = module.fullLook
          adopt(this.#root, module.fullLook.css)
          this.#draw()
        },
        // Keeps the outline; the next change retries.
        () => {
          this.#loading = undefined
        },
      )
    }
  }
}

function partsOf({ aside, busy, kind, picture, prefix, text, warning }: ButtonLook): Node[] {
  const parts: Node[] = []
  if (warning) parts.push(part('mark', '!'))
  else if (busy) parts.push(part('ring'))
  else if (picture) {
    const { gradient, image, letter } = picture
    const shown = part('picture', letter)
    // Through the object model: a strict CSP refuses style attributes only.
    if (gradient) shown.style.background = gradient
    if (image) {
      const img = new Image()
      img.alt = ''
      img.onerror = () => img.remove()
      img.src = image
      shown.append(img)
    }
    parts.push(shown)
  }
  if (prefix) parts.push(part('unseen', `${prefix}: `))
  parts.push(part('text', text))
  if (aside !== undefined) parts.push(part('aside', aside))
  if (kind === 'network') parts.push(part('chevron'))
  return parts
}

const spoken = ['text', 'aside', 'unseen']

function part(name: string, text = ''): HTMLElement {
  const element = document.createElement('span')
  element.className = name
  element.part.add(name)
  element.textContent = text
  // A name has its own text direction, and is truncated at its own end.
  if (name === 'text') element.dir = 'auto'
  if (!spoken.includes(name)) element.ariaHidden = 'true'
  return element
}
