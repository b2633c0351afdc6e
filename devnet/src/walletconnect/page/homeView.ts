import { element } from '../../wallet/approve/element.ts'
import type { PhoneConfig } from '../phoneConfig.ts'
import { endSession } from './changeSession.ts'
import type { Kit } from './openKit.ts'
import { type Run, sessionCard } from './sessionCard.ts'

/** The home screen: the connected sites, and a field to connect another one. */
export function homeView({
  config,
  kit,
  pair,
  run,
  waiting,
}: {
  config: PhoneConfig
  kit: Kit
  pair: (uri: string) => void
  run: Run
  /** A message about the running connection. */
  waiting: string | undefined
}): HTMLElement {
  const sessions = Object.values(kit.getActiveSessions())
  const field = element('input', {
    type: 'text',
    id: 'uri',
    name: 'uri',
    placeholder: 'wc:…',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  })
  const connect = () => {
    if (field.value.trim() !== '') pair(field.value.trim())
  }
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') connect()
  })
  const button = element('button', { type: 'button', class: 'inline', click: connect }, 'Connect')
  const forget = async () => {
    for (const { topic } of sessions) await endSession(kit, topic)
    return 'All sites are disconnected.'
  }
  return element(
    'div',
    { class: 'view' },
    element(
      'main',
      {},
      ...(waiting === undefined
        ? []
        : [element('p', { class: 'waiting', role: 'status' }, waiting)]),
      element(
        'h1',
        { tabindex: '-1' },
        sessions.length > 0 ? 'Connected sites' : 'No connected sites',
      ),
      ...(sessions.length > 0
        ? sessions.map((session) => sessionCard({ config, kit, run }, session))
        : [
            element(
              'p',
              { class: 'empty' },
              'Choose WalletConnect on a site, copy the link of its code and paste it here. Sites that list this wallet open it by themselves.',
            ),
          ]),
      element(
        'div',
        { class: 'paste' },
        element('label', { for: 'uri' }, 'Link from a site'),
        element('div', {}, field, button),
      ),
      ...(sessions.length > 1
        ? [
            element(
              'button',
              { type: 'button', class: 'quiet', click: () => run(forget) },
              'Disconnect all sites',
            ),
          ]
        : []),
    ),
  )
}
