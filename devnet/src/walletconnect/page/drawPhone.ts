import { element } from '../../wallet/approve/element.ts'

/** The phone's screen: a header with the relay's status, and the content below it. */
export type Phone = {
  /** Sets whether the relay is connected; undefined while that does not matter. */
  setOnline: (online: boolean | undefined) => void
  /** Shows a short message, which disappears by itself. */
  say: (words: string) => void
  /** Removes the message, because a new question is shown. */
  show: (view: HTMLElement, kind: 'home' | 'question') => void
  /** Replaces the wallet with a sentence and a reload button, if another tab is the wallet. */
  showStopped: (words: string, button: string) => void
}

/** Display time of a message, ms. */
const sayMs = 20_000

/** Draws the phone into the page. */
export function drawPhone(): Phone {
  const status = element('span', { class: 'network', role: 'status' }, 'Starting')
  const stage = element('div', { class: 'stage' })
  const line = element('p', { class: 'said', role: 'status' })
  let timer: ReturnType<typeof setTimeout> | undefined
  document.body.replaceChildren(
    element(
      'div',
      { class: 'phone' },
      element(
        'header',
        {},
        element(
          'span',
          { class: 'wallet' },
          element('img', { src: '/icon.svg', alt: '', width: '28', height: '28' }),
          'Foyer Phone Wallet',
        ),
        status,
      ),
      stage,
      line,
    ),
  )
  const show: Phone['show'] = (view, kind) => {
    if (kind === 'question') line.replaceChildren()
    stage.replaceChildren(view)
    const heading = view.querySelector('h1')
    document.title = `${heading?.textContent ?? 'Wallet'} – Foyer Phone Wallet`
    heading?.focus({ preventScroll: true })
  }
  return {
    show,
    setOnline(online) {
      status.hidden = online === undefined
      status.dataset.online = String(online)
      status.replaceChildren(online ? 'Online' : 'Offline')
    },
    say(words) {
      clearTimeout(timer)
      line.replaceChildren(words)
      timer = setTimeout(() => line.replaceChildren(), sayMs)
    },
    showStopped(words, label) {
      status.replaceChildren('Stopped')
      delete status.dataset.online
      const reload = () => window.location.reload()
      show(
        element(
          'div',
          { class: 'view stopped' },
          element(
            'main',
            {},
            element('h1', { tabindex: '-1' }, words),
            element('button', { type: 'button', class: 'inline', click: reload }, label),
          ),
        ),
        'question',
      )
    },
  }
}
