import { element } from '../../wallet/approve/element.ts'

/** The phone: a head that says how the relay is reached, and what is shown under it. */
export type Phone = {
  /** Whether the relay is reached; nothing while that makes no difference. */
  setOnline: (online: boolean | undefined) => void
  /** A line of what was done; goes by itself. */
  say: (words: string) => void
  /** A question takes the place of what was said about the one before. */
  show: (view: HTMLElement, kind: 'home' | 'question') => void
  /** There is no wallet in this tab: a sentence, and a button that loads it again. */
  showStopped: (words: string, button: string) => void
}

/** How long a line stays, ms. */
const sayMs = 6_000

/** Puts the phone into the page. */
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
