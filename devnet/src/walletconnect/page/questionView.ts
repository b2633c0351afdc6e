import { element } from '../../wallet/approve/element.ts'
import type { Screen } from '../../wallet/approve/screen.ts'
import { wordsOf } from './errorAnswer.ts'
import type { Peer } from './openKit.ts'
import { peerCard } from './peerCard.ts'

/** Draws one question of a site, with its buttons. */
export function questionView({
  accept,
  expiresAt,
  network,
  peer,
  reject,
  rejectLabel = 'Reject',
  screen,
}: questionView.Options): HTMLElement {
  const no = element('button', { type: 'button', class: 'quiet' }, rejectLabel)
  const yes = element('button', { type: 'button' }, screen.accept)
  const failure = element('p', { class: 'warning', role: 'alert', hidden: true })
  const meta = [
    ...(network === undefined ? [] : [element('span', { class: 'chip' }, network)]),
    ...(expiresAt === undefined
      ? []
      : [element('span', { class: 'chip' }, `Answer by ${timeOf(expiresAt)}`)]),
  ]
  const view = element(
    'div',
    { class: 'view question' },
    element(
      'main',
      {},
      peerCard(peer),
      element('h1', { tabindex: '-1' }, screen.title),
      element('p', { class: 'asker' }, `It ${screen.wants}.`),
      ...(meta.length > 0 ? [element('p', { class: 'chips' }, ...meta)] : []),
      ...screen.body,
      failure,
    ),
    element('footer', {}, no, ...(accept ? [yes] : [])),
  )
  const run = (button: HTMLButtonElement, act: () => Promise<void>) => {
    no.disabled = true
    yes.disabled = true
    button.setAttribute('aria-busy', 'true')
    failure.hidden = true
    act().catch((error: unknown) => {
      no.disabled = false
      yes.disabled = false
      button.removeAttribute('aria-busy')
      failure.hidden = false
      failure.replaceChildren(`Something went wrong: ${wordsOf(error)}`)
      failure.scrollIntoView({ block: 'nearest' })
    })
  }
  no.addEventListener('click', () => run(no, reject))
  if (accept) yes.addEventListener('click', () => run(yes, accept))
  const lists = Array.from(view.querySelectorAll<HTMLElement>('[data-needs-one]'))
  const check = () => {
    yes.disabled = lists.some(
      (list) =>
        !list.hidden && !Array.from(list.querySelectorAll('input')).some((box) => box.checked),
    )
  }
  view.addEventListener('change', check)
  check()
  return view
}

export declare namespace questionView {
  type Options = {
    screen: Omit<Screen, 'run'>
    peer: Peer
    /** A network's name. */
    network?: string | undefined
    /** When the site's request expires, ms since 1970. */
    expiresAt?: number | undefined
    /** undefined: it can not be accepted. */
    accept: (() => Promise<void>) | undefined
    reject: () => Promise<void>
    /** @default 'Reject' */
    rejectLabel?: string
  }
}

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false })

/** Formats a time of day. */
export const timeOf = (at: number): string => clock.format(at)
