import type { Modal } from '../createModal.ts'
import { enButtons } from '../i18n/enButtons.ts'
import { openingScreen } from '../openingScreen.ts'
import { savesData } from '../prefetch.ts'
import { adopt } from '../styles.ts'
import tokens from '../tokens.css?inline'
import css from './button.css?inline'
import type { ButtonLook, LookOf } from './buttonLook.ts'
import { requestModal } from './requestModal.ts'

/** A button of Foyer: `modal` is found by the context protocol where nobody sets it. */
export type FoyerButtonElement = HTMLElement & { modal: Modal | undefined }

/**
 * Makes the class of a button. No framework: it stands in the first chunk of a page.
 *
 * @param lookOf - What it shows.
 */
export function buttonElement(lookOf: LookOf): new () => FoyerButtonElement {
  return class extends HTMLElement {
    static readonly observedAttributes = ['label', 'loading-label', 'balance', 'disabled', 'for']

    readonly #root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    readonly #button = document.createElement('button')
    #modal: Modal | undefined
    /** Given by hand: then nobody is asked. */
    #given = false
    #stops: (() => void)[] = []
    #stopRequest: (() => void) | undefined
    #drawn = ''
    #view: ButtonLook['view']
    /** Pressed before there was a modal. */
    #pressed = false

    get modal(): Modal | undefined {
      return this.#modal
    }
    set modal(modal: Modal | undefined) {
      this.#given = modal !== undefined
      this.#follow(modal)
      if (this.isConnected) this.#find()
    }

    connectedCallback() {
      adopt(this.#root, tokens)
      adopt(this.#root, css)
      const button = this.#button
      button.type = 'button'
      button.part.add('button')
      button.setAttribute('aria-haspopup', 'dialog')
      button.onclick = () => this.#press()
      button.onpointerenter = button.onfocus = () => this.#expect()
      this.#root.replaceChildren(button)
      this.#draw()
      this.#find()
    }
    disconnectedCallback() {
      this.#stopRequest?.()
      this.#stopRequest = undefined
      for (const stop of this.#stops.splice(0)) stop()
      if (!this.#given) this.#modal = undefined
    }
    attributeChangedCallback(name: string) {
      if (!this.isConnected) return
      if (name === 'for' && !this.#given) {
        this.#follow(undefined)
        this.#find()
      }
      this.#draw()
    }

    #find() {
      this.#stopRequest?.()
      this.#stopRequest = undefined
      if (this.#given) this.#follow(this.#modal)
      else this.#stopRequest = requestModal(this, (modal) => this.#follow(modal))
    }
    #follow(modal: Modal | undefined) {
      for (const stop of this.#stops.splice(0)) stop()
      this.#modal = modal
      if (modal && this.isConnected) {
        const { foyer, language, store, theme } = modal
        adopt(this.#root, theme.sheet)
        const draw = () => this.#draw()
        this.#stops = [foyer.store, language.store, store].map((one) => one.subscribe(draw))
        this.#stops.push(() => {
          const { adoptedStyleSheets: sheets } = this.#root
          this.#root.adoptedStyleSheets = sheets.filter((sheet) => sheet !== theme.sheet)
        })
        // The modal is still being made at this moment.
        if (this.#pressed) queueMicrotask(() => this.#press())
      }
      this.#draw()
    }

    /** Loads what a press would need, when somebody is about to press. */
    #expect() {
      const modal = this.#modal
      if (modal && modal.options.prefetch !== 'none' && !savesData())
        void modal.prefetch(this.#view ?? openingScreen(modal.foyer).view)
    }
    #press() {
      this.#pressed = !this.#modal
      // The modal closes itself again and says why in the log; the button stays for the next try.
      this.#modal?.open(this.#view).catch(() => {})
    }

    #draw() {
      const modal = this.#modal
      // Until there is a modal nobody knows who is connected: room for the likely text, and no promise.
      const look: ButtonLook | undefined = modal
        ? lookOf(modal, this)
        : { kind: 'connect', text: this.getAttribute('label') || enButtons['button.connect'] }
      const opening = modal?.store.get().loading ?? false
      const direction = modal?.language.store.get().direction ?? ''
      const disabled = this.hasAttribute('disabled') || look?.disabled === true
      const drawn = JSON.stringify([look, opening, direction, disabled, !modal])
      if (drawn === this.#drawn) return
      this.#drawn = drawn
      this.#view = look?.view

      const button = this.#button
      button.hidden = !look
      if (!look) return
      button.disabled = disabled
      button.dir = direction
      button.dataset.kind = look.kind
      button.toggleAttribute('data-waiting', !modal)
      button.toggleAttribute('data-opening', opening)
      button.toggleAttribute('data-unconfirmed', look.unconfirmed === true)
      button.toggleAttribute('data-warning', look.warning === true)
      button.ariaBusy = String(look.busy === true || look.unconfirmed === true || opening)
      button.replaceChildren(...partsOf(look))
    }
  }
}

function partsOf({ aside, busy, kind, picture, prefix, text, warning }: ButtonLook): Node[] {
  const parts: Node[] = []
  if (warning) parts.push(part('mark', '!'))
  else if (busy) parts.push(part('ring'))
  else if (picture) {
    const { gradient, image, letter = '' } = picture
    const shown = part('picture', letter)
    // Through the object model: a strict CSP refuses style attributes, not this.
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

const pictures = ['picture', 'mark', 'ring', 'chevron']

function part(name: string, text = ''): HTMLElement {
  const element = document.createElement('span')
  element.className = name
  element.part.add(name)
  element.textContent = text
  if (pictures.includes(name)) element.ariaHidden = 'true'
  return element
}
