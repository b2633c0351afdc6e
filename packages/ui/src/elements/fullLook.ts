import { networkImageUrl, readNetwork } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { formatUnits } from '@foyer/protocol'
import { avatarGradient } from '../avatar/avatarGradient.ts'
import { formatAmount } from '../format/formatAmount.ts'
import { shortenAddress } from '../format/shortenAddress.ts'
import type { Modal } from '../modal.ts'
import type { ViewName } from '../view.ts'
import { type ButtonLook, buttonWords, showsBalance } from './buttonLook.ts'
import css from './fullLook.css?inline'

/** Content of account and network buttons, with their styles. */
export const fullLook = { account, css, network, press } as const

function account(
  modal: Modal,
  { address, element, namespace }: { address: string; element: Element; namespace: Namespace },
): ButtonLook {
  const { foyer } = modal
  const { connections, details } = foyer.store.get()
  const { balance, balanceLoading, profileImage, profileName } = details[namespace] ?? {}
  const unconfirmed = connections[namespace]?.status === 'connecting'
  const warning = mustSwitch(modal, namespace)
  // Reserves the balance's space from the start, so that the page does not shift.
  const awaited = balanceLoading || (unconfirmed && foyer.adapters[namespace]?.getBalance)
  const known =
    balance === undefined ? (awaited ? '' : undefined) : balanceText(modal, { balance, namespace })
  return {
    kind: 'account',
    text: warning
      ? buttonWords(modal, 'button.unsupported')
      : profileName || shortenAddress(address),
    prefix: buttonWords(modal, 'button.account'),
    picture: { image: profileImage, gradient: avatarGradient(address) },
    aside: warning || !showsBalance(element) ? undefined : known,
    unconfirmed,
    warning,
    view: warning ? 'UnsupportedChain' : undefined,
  }
}

/** The user's network, connected or not. */
function network(modal: Modal, namespace: Namespace): ButtonLook {
  const { foyer } = modal
  const { connections } = foyer.store.get()
  const connection = connections[namespace]
  const current = readNetwork(foyer, namespace)
  const warning = mustSwitch(modal, namespace)
  const unknown =
    connection?.status === 'connected' ? connection.chainId : buttonWords(modal, 'button.network')
  return {
    kind: 'network',
    text: warning ? buttonWords(modal, 'button.unsupported') : (current?.name ?? unknown),
    prefix: current && buttonWords(modal, 'button.network'),
    picture: current && {
      image: networkImageUrl(foyer, current),
      letter: current.name.charAt(0),
    },
    warning,
    disabled: !foyer.options.enableNetworkSwitch,
    view: warning ? 'UnsupportedChain' : 'Networks',
  }
}

/** Opens the view of a button; one for a single namespace activates it first. */
async function press(
  modal: Modal,
  { namespace, view }: { namespace: Namespace | null; view: ViewName | undefined },
): Promise<void> {
  const { activeNamespace, connections } = modal.foyer.store.get()
  if (
    namespace &&
    namespace !== activeNamespace &&
    connections[namespace]?.status === 'connected'
  ) {
    const { chooseConnection } = await import('../views/connections/chooseConnection.ts')
    await chooseConnection(modal.foyer, { namespace })
  }
  await modal.open(view, { namespace } as never)
}

/** True for an unsupported network that the user can change. @source spec 4.24 */
function mustSwitch({ foyer }: Modal, namespace: Namespace): boolean {
  const { allowUnsupportedChain, enableNetworkSwitch } = foyer.options
  const { connections } = foyer.store.get()
  return (
    connections[namespace]?.status === 'connected' &&
    !readNetwork(foyer, namespace) &&
    enableNetworkSwitch &&
    !allowUnsupportedChain
  )
}

function balanceText(
  { foyer, language }: Modal,
  { balance, namespace }: { balance: bigint; namespace: Namespace },
): string | undefined {
  const currency = readNetwork(foyer, namespace)?.nativeCurrency
  return (
    currency &&
    `${formatAmount(formatUnits(balance, currency.decimals), language.store.get().locale)} ${currency.symbol}`
  )
}
