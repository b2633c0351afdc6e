import { networkImageUrl, readNetwork } from '@foyer/core'
import { avatarGradient } from '../avatar/avatarGradient.ts'
import type { Modal } from '../createModal.ts'
import { formatAmount } from '../format/formatAmount.ts'
import { formatUnits } from '../format/formatUnits.ts'
import { shortenAddress } from '../format/shortenAddress.ts'
import { type ButtonLook, buttonWords, showsBalance } from './buttonLook.ts'
import css from './fullLook.css?inline'

/** Accounts and networks as buttons show them, and the styles that only they need. */
export const fullLook = { account, css, network } as const

function account(
  modal: Modal,
  { address, element }: { address: string; element: Element },
): ButtonLook {
  const { foyer } = modal
  const { activeNamespace, connections, details } = foyer.store.get()
  const { balance, balanceLoading, profileImage, profileName } = details[activeNamespace] ?? {}
  const unconfirmed = connections[activeNamespace]?.status === 'connecting'
  const warning = mustSwitch(modal)
  // The balance has its room from the first moment, so that the page around it does not move.
  const awaited = balanceLoading || (unconfirmed && foyer.adapters[activeNamespace]?.getBalance)
  const known = balance === undefined ? (awaited ? '' : undefined) : balanceText(modal, balance)
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

/** The network of the visitor, connected or not. */
function network(modal: Modal): ButtonLook {
  const { foyer } = modal
  const { activeNamespace, connections } = foyer.store.get()
  const connection = connections[activeNamespace]
  const current = readNetwork(foyer)
  const warning = mustSwitch(modal)
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

/** The network is not supported, and the visitor's to change. @source ledger 4.24 */
function mustSwitch({ foyer }: Modal): boolean {
  const { allowUnsupportedChain, enableNetworkSwitch } = foyer.options
  const { activeNamespace, connections } = foyer.store.get()
  return (
    connections[activeNamespace]?.status === 'connected' &&
    !readNetwork(foyer) &&
    enableNetworkSwitch &&
    !allowUnsupportedChain
  )
}

function balanceText({ foyer, language }: Modal, balance: bigint): string | undefined {
  const currency = readNetwork(foyer)?.nativeCurrency
  return (
    currency &&
    `${formatAmount(formatUnits(balance, currency.decimals), language.store.get().locale)} ${currency.symbol}`
  )
}
