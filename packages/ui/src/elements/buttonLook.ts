import { type Account, networkImageUrl, readAccount, readNetwork } from '@foyer/core'
import { avatarGradient } from '../avatar/avatarGradient.ts'
import type { Modal } from '../createModal.ts'
import { formatAmount } from '../format/formatAmount.ts'
import { formatUnits } from '../format/formatUnits.ts'
import { shortenAddress } from '../format/shortenAddress.ts'
import { enButtons } from '../i18n/enButtons.ts'
import { fillMessage } from '../i18n/fillMessage.ts'
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

/** @returns undefined: it has nothing to show, and takes no room. */
export type LookOf = (modal: Modal, element: Element) => ButtonLook | undefined

/** The account where one is connected or about to be again, else the way to one. */
export const lookOfEither: LookOf = (modal, element) =>
  lookOfAccount(modal, element) ?? lookOfConnect(modal, element)

/** Nothing once an account is connected. */
export const lookOfConnect: LookOf = (modal, element) => {
  if (hasAddress(readAccount(modal.foyer))) return undefined
  const { connections } = modal.foyer.store.get()
  const busy = Object.values(connections).some(({ status }) => status === 'connecting')
  const say = wordsOf(modal)
  return {
    kind: 'connect',
    busy,
    text: busy
      ? element.getAttribute('loading-label') || say('button.connecting')
      : element.getAttribute('label') || say('button.connect'),
  }
}

/** Nothing until an account is connected. */
export const lookOfAccount: LookOf = (modal, element) => {
  const account = readAccount(modal.foyer)
  if (!hasAddress(account)) return undefined
  const say = wordsOf(modal)
  const { address, profileImage: image, profileName, status, unsupportedNetwork } = account
  const unconfirmed = status === 'connecting'
  const warning = unsupportedNetwork && mustSwitch(modal)
  const text = warning ? say('button.unsupported') : profileName || shortenAddress(address)
  const aside =
    warning || element.getAttribute('balance') === 'hide' ? undefined : balanceOf(modal, account)
  return {
    kind: 'account',
    text,
    prefix: say('button.account'),
    picture: { image, gradient: avatarGradient(address) },
    aside,
    unconfirmed,
    warning,
    view: warning ? 'UnsupportedChain' : undefined,
  }
}

/** The network of the visitor, connected or not. */
export const lookOfNetwork: LookOf = (modal) => {
  const { foyer } = modal
  const say = wordsOf(modal)
  const network = readNetwork(foyer)
  const warning = readAccount(foyer).unsupportedNetwork && mustSwitch(modal)
  const text = warning
    ? say('button.unsupported')
    : (network?.name ?? readAccount(foyer).chainId ?? say('button.network'))
  return {
    kind: 'network',
    text,
    prefix: network && say('button.network'),
    picture: network && { image: networkImageUrl(foyer, network), letter: network.name.charAt(0) },
    warning,
    disabled: !foyer.options.enableNetworkSwitch,
    view: warning ? 'UnsupportedChain' : 'Networks',
  }
}

function hasAddress(account: Account): account is Account & { address: string } {
  return account.status !== 'disconnected' && account.address !== undefined
}

/** Whether an unsupported network is the visitor's to change. @source ledger 4.24 */
function mustSwitch({ foyer: { options } }: Modal): boolean {
  return options.enableNetworkSwitch && !options.allowUnsupportedChain
}

function balanceOf({ foyer, language }: Modal, account: Account): string | undefined {
  const { balance, balanceLoading, balanceSymbol, namespace, status } = account
  const network = readNetwork(foyer, namespace)
  if (!network) return undefined
  const { decimals, symbol } = network.nativeCurrency
  if (balance !== undefined)
    return `${formatAmount(formatUnits(balance, decimals), language.store.get().locale)} ${balanceSymbol ?? symbol}`
  // Its room is kept from the first moment, so that the page around it does not move.
  return balanceLoading || (status === 'connecting' && foyer.adapters[namespace]?.getBalance)
    ? ''
    : undefined
}

function wordsOf({ language }: Modal) {
  const { messages } = language.store.get()
  return (key: keyof typeof enButtons, values?: Record<string, string>) =>
    fillMessage(messages[key] ?? enButtons[key], values)
}
