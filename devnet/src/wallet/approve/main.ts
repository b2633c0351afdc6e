import * as v from 'valibot'
import { type FromApproval, type ToApproval, toApproval } from '../messages.ts'
import { unlock } from './devwallet_unlock.ts'
import { element } from './element.ts'
import type { Screen } from './screen.ts'
import { screenOf } from './screenOf.ts'

/** The page that opened this window or embeds it as a frame. */
const asker: Window | null = window.opener ?? (window.parent === window ? null : window.parent)
/** The origin that it claims; messages are sent only to this origin and accepted only from it. */
const site = new URLSearchParams(window.location.search).get('site') ?? ''

const answer = (message: FromApproval) => asker?.postMessage(message, site)
const refuse = (id: string, code: number, message: string) =>
  answer({ type: 'foyer-devwallet:refused', id, code, message })

/** Returns the EIP-1193 or JSON-RPC code of an error or one of its causes. */
function codeOf(error: unknown): number {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown }
    // viem uses -1 for "the error has no code".
    if (typeof code === 'number' && code !== -1) return code
  }
  return -32603
}

function messageOf(error: unknown): string {
  const { shortMessage } = error as { shortMessage?: unknown }
  return typeof shortMessage === 'string' ? shortMessage : String(error)
}

function show(question: ToApproval, screen: Screen, onDone: (result: unknown) => void) {
  const { id, walletName, walletIcon, chain, request } = question
  const network = 'network' in request ? request.network.name : chain?.name
  const reject = element('button', { type: 'button', class: 'quiet' }, 'Reject')
  const accept = element('button', { type: 'button' }, screen.accept)
  // Use no form: a sandbox without `allow-forms` would block submitting it.
  const view = element(
    'div',
    { class: 'view' },
    element(
      'header',
      {},
      element(
        'span',
        { class: 'wallet' },
        element('img', { src: walletIcon, alt: '', width: '28', height: '28' }),
        walletName,
      ),
      ...(network === undefined ? [] : [element('span', { class: 'network' }, network)]),
    ),
    element(
      'main',
      {},
      element('h1', { tabindex: '-1' }, screen.title),
      element('p', { class: 'asker' }, element('strong', {}, site), ` ${screen.wants}.`),
      ...screen.body,
    ),
    element('footer', {}, reject, accept),
  )
  reject.addEventListener('click', () => refuse(id, 4001, 'User rejected the request.'))
  accept.addEventListener('click', () => {
    accept.disabled = true
    accept.setAttribute('aria-busy', 'true')
    screen.run().then(onDone, (error: unknown) => refuse(id, codeOf(error), messageOf(error)))
  })
  const choices = Array.from(view.querySelectorAll<HTMLInputElement>('.choice input'))
  view.addEventListener('change', () => {
    accept.disabled = choices.length > 0 && !choices.some((box) => box.checked)
  })
  document.title = `${screen.title} – ${walletName}`
  document.body.replaceChildren(view)
  view.querySelector('h1')?.focus()
}

function ask(question: ToApproval) {
  const { id, locked, request } = question
  const approved = (result: unknown) => answer({ type: 'foyer-devwallet:approved', id, result })
  const proceed = () => {
    let screen: Screen
    try {
      screen = screenOf(question, site)
    } catch (error) {
      refuse(id, -32602, messageOf(error))
      return
    }
    show(question, screen, approved)
  }
  if (!locked) return proceed()
  show(question, unlock(), () => {
    answer({ type: 'foyer-devwallet:unlocked', id })
    if (request.method === 'devwallet_unlock') approved(null)
    else proceed()
  })
}

let shown: ToApproval | undefined
window.addEventListener('message', (event) => {
  if (event.source !== asker || event.origin !== site) return
  const parsed = v.safeParse(toApproval, event.data)
  if (!parsed.success) return
  shown = parsed.output
  ask(parsed.output)
})
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && shown) refuse(shown.id, 4001, 'User rejected the request.')
})

if (asker && site) answer({ type: 'foyer-devwallet:ready' })
else {
  document.body.replaceChildren(
    element(
      'p',
      { class: 'alone' },
      'A site opens this window when it sends the wallet a request.',
    ),
  )
}
