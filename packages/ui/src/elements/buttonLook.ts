import { readNetwork } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { shortenAddress } from '../format/shortenAddress.ts'
import { enButtons } from '../i18n/enButtons.ts'
import type { Modal } from '../modal.ts'
import type { ViewName } from '../view.ts'

/** Content of a button. A plain value, so that the button is redrawn only if it changes. */
export type ButtonLook = {
  readonly kind: 'connect' | 'account' | 'network'
  readonly text: string
  /** Precedes the text for screen readers, if the text alone is unclear. */
  readonly prefix?: string | undefined
  readonly picture?: ButtonPicture | undefined
  /** Secondary text beside it; empty: loading. */
  readonly aside?: string | undefined
  /** Something is pending; the text names it. */
  readonly busy?: boolean | undefined
  /** Restored after a reload, and not confirmed by the wallet yet. */
  readonly unconfirmed?: boolean | undefined
  readonly warning?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** View to open on a press; undefined: by the opening rule. */
  readonly view?: ViewName | undefined
}

/** An image over its fallback; empty: still unknown. */
export type ButtonPicture = {
  readonly image?: string | undefined
  /** A CSS background. */
  readonly gradient?: string | undefined
  readonly letter?: string | undefined
}

/** `either`: the account if one is connected or being restored, else connect. */
export type ButtonKind = 'either' | ButtonLook['kind']

/** Draws accounts and networks: a separate chunk, which pages without a connection do not load. */
export type FullLook = typeof import('./fullLook.ts').fullLook

/**
 * Computes a button's current content. Until `full` has loaded, an account or a network is an outline that reserves
 * space.
 *
 * @returns undefined if the button has no content and takes no space.
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
    view: element.hasAttribute('namespace') ? 'ConnectNamespace' : undefined,
    busy,
    text: busy
      ? element.getAttribute('loading-label') || buttonWords(modal, 'button.connecting')
      : element.getAttribute('label') || buttonWords(modal, 'button.connect'),
  }
}

/** True unless the button's attribute `balance` hides the balance. */
export function showsBalance(element: Element): boolean {
  return element.getAttribute('balance') !== 'hide'
}

/** Returns a button text in the language of the modal. */
export function buttonWords({ language }: Modal, key: keyof typeof enButtons): string {
  return language.store.get().messages[key] ?? enButtons[key]
}
