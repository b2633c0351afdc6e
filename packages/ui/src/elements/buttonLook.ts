import { readNetwork } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { shortenAddress } from '../format/shortenAddress.ts'
import { enButtons } from '../i18n/enButtons.ts'
import type { Modal } from '../modal.ts'
import type { ViewName } from '../view.ts'

/** What a button shows: a value, so that it is drawn only when it changes. */
export type ButtonLook = {
  readonly kind: 'connect' | 'account' | 'network'
  readonly text: string
  /** Before the text, for screen readers, where the text alone says too little. */
  readonly prefix?: string | undefined
  readonly picture?: ButtonPicture | undefined
  /** Beside the text, quieter; empty: on its way. */
  readonly aside?: string | undefined
  /** Something is waited for: the text says what. */
  readonly busy?: boolean | undefined
  /** Known from before the reload, and not yet confirmed by the wallet. */
  readonly unconfirmed?: boolean | undefined
  readonly warning?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** What a press opens; undefined: the opening rule decides. */
  readonly view?: ViewName | undefined
}

/** An image over what stands in for it; nothing of it is known yet where it is empty. */
export type ButtonPicture = {
  readonly image?: string | undefined
  /** A CSS background. */
  readonly gradient?: string | undefined
  readonly letter?: string | undefined
}

/** `either`: the account where one is connected or about to be again, else the way to one. */
export type ButtonKind = 'either' | ButtonLook['kind']

/** Draws accounts and networks: a chunk of its own, so that a page with nobody connected does not pay for it. */
export type FullLook = typeof import('./fullLook.ts').fullLook

/**
 * What a button shows now. Until `full` is here, an account or a network is an outline that keeps the room.
 *
 * @returns undefined: it has nothing to show, and takes no room.
 */
export function buttonLook(
  modal: Modal,
  { element, full, kind }: { element: Element; full: FullLook | undefined; kind: ButtonKind },
): ButtonLook | undefined {
  const { foyer } = modal
  const { activeNamespace, connections } = foyer.store.get()
  const namespace = (element.getAttribute('namespace') ?? activeNamespace) as Namespace
  const connection = connections[namespace]
  const address = connection?.status === 'disconnected' ? undefined : connection?.address
  if (kind === 'network')
    return (
      full?.network(modal, namespace) ?? {
        kind,
        text: readNetwork(foyer, namespace)?.name ?? '',
        picture: {},
        disabled: !foyer.options.enableNetworkSwitch,
      }
    )
  if (address && kind === 'connect') return undefined
  if (address)
    return (
      full?.account(modal, { address, element, namespace }) ?? {
        kind: 'account',
        text: shortenAddress(address),
        picture: {},
        aside: foyer.adapters[namespace]?.getBalance && showsBalance(element) ? '' : undefined,
        unconfirmed: connection?.status === 'connecting',
      }
    )
  if (kind === 'account') return undefined
  const busy = Object.values(connections).some(({ status }) => status === 'connecting')
  return {
    kind: 'connect',
    view: element.hasAttribute('namespace') ? 'ConnectFamily' : undefined,
    busy,
    text: busy
      ? element.getAttribute('loading-label') || buttonWords(modal, 'button.connecting')
      : element.getAttribute('label') || buttonWords(modal, 'button.connect'),
  }
}

/** Its attribute `balance`. */
export function showsBalance(element: Element): boolean {
  return element.getAttribute('balance') !== 'hide'
}

/** In the language of the modal. */
export function buttonWords({ language }: Modal, key: keyof typeof enButtons): string {
  return language.store.get().messages[key] ?? enButtons[key]
}
