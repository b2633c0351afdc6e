import { type Network, readNetwork } from '@foyer/core'
import type { Modal } from '../createModal.ts'
import { shortenAddress } from '../format/shortenAddress.ts'
import { enButtons } from '../i18n/enButtons.ts'
import type { ViewName } from '../views.ts'

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

/** An image over what stands in for it. */
export type ButtonPicture = {
  readonly image?: string | undefined
  /** A CSS background. */
  readonly gradient?: string | undefined
  readonly letter?: string | undefined
}

/** Loaded when there is something to draw with them; until then their room is kept. */
export type ButtonParts = typeof import('./buttonParts.ts').buttonParts

/** @returns undefined: it has nothing to show, and takes no room. */
export type LookOf = (
  modal: Modal,
  element: Element,
  parts: ButtonParts | undefined,
) => ButtonLook | undefined

/** The account where one is connected or about to be again, else the way to one. */
export const lookOfEither: LookOf = (modal, element, parts) =>
  lookOfAccount(modal, element, parts) ?? lookOfConnect(modal, element, parts)

/** Nothing once an account is connected. */
export const lookOfConnect: LookOf = (modal, element) => {
  const { address, say, state } = read(modal)
  if (address) return undefined
  const busy = Object.values(state.connections).some(({ status }) => status === 'connecting')
  return {
    kind: 'connect',
    busy,
    text: busy
      ? element.getAttribute('loading-label') || say('button.connecting')
      : element.getAttribute('label') || say('button.connect'),
  }
}

/** Nothing until an account is connected. */
export const lookOfAccount: LookOf = (modal, element, parts) => {
  const { address, connection, details, network, say, state, warning } = read(modal)
  if (!address) return undefined
  const { balance, balanceLoading, profileImage: image, profileName } = details ?? {}
  const unconfirmed = connection?.status === 'connecting'
  // The balance has its room from the first moment, so that the page around it does not move.
  const awaited =
    balanceLoading || (unconfirmed && modal.foyer.adapters[state.activeNamespace]?.getBalance)
  const hidden = warning || !network || element.getAttribute('balance') === 'hide'
  return {
    kind: 'account',
    text: warning ? say('button.unsupported') : profileName || shortenAddress(address),
    prefix: say('button.account'),
    picture: { image, gradient: parts?.avatarGradient(address) },
    aside: hidden
      ? undefined
      : balance === undefined
        ? awaited
          ? ''
          : undefined
        : balanceText(modal, { balance, network, parts }),
    unconfirmed,
    warning,
    view: warning ? 'UnsupportedChain' : undefined,
  }
}

/** The network of the visitor, connected or not. */
export const lookOfNetwork: LookOf = (modal, _, parts) => {
  const { chainId, network, say, warning } = read(modal)
  const { foyer } = modal
  return {
    kind: 'network',
    text: warning ? say('button.unsupported') : (network?.name ?? chainId ?? say('button.network')),
    prefix: network && say('button.network'),
    picture: network && {
      image: parts?.networkImageUrl(foyer, network),
      letter: network.name.charAt(0),
    },
    warning,
    disabled: !foyer.options.enableNetworkSwitch,
    view: warning ? 'UnsupportedChain' : 'Networks',
  }
}

function balanceText(
  { language }: Modal,
  {
    balance,
    network,
    parts,
  }: { balance: bigint; network: Network; parts: ButtonParts | undefined },
): string {
  const { decimals, symbol } = network.nativeCurrency
  const { locale } = language.store.get()
  return parts
    ? `${parts.formatAmount(parts.formatUnits(balance, decimals), locale)} ${symbol}`
    : ''
}

function read({ foyer, language }: Modal) {
  const { allowUnsupportedChain, enableNetworkSwitch } = foyer.options
  const state = foyer.store.get()
  const connection = state.connections[state.activeNamespace]
  const known = connection?.status === 'disconnected' ? undefined : connection
  const network = readNetwork(foyer)
  const { messages } = language.store.get()
  return {
    state,
    connection,
    details: state.details[state.activeNamespace],
    network,
    address: known?.address,
    chainId: known?.chainId,
    /** The network is not supported, and the visitor's to change. @source ledger 4.24 */
    warning:
      connection?.status === 'connected' &&
      !network &&
      enableNetworkSwitch &&
      !allowUnsupportedChain,
    say: (key: keyof typeof enButtons) => messages[key] ?? enButtons[key],
  }
}
