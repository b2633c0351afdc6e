import type { Pairing, WalletEntry } from '@foyer/core'
import type { ChainId, Namespace, Wallet } from '@foyer/protocol'
import type { ComponentType } from 'react'
import type { MessageKey } from './i18n/en.ts'
import type { WalletWay } from './views/connect/walletWays.ts'

/** Every view, and what it is opened with. */
export type ViewData = {
  Account: undefined
  AllWallets: undefined
  ApproveTransaction: undefined
  ChooseNamespace: ChooseNamespaceData
  Connect: undefined
  ConnectEmail: undefined
  ConnectFamily: { namespace: Namespace; chainId?: ChainId | undefined }
  ConnectWallets: undefined
  ConnectingExternal: ConnectingExternalData
  ConnectingWalletConnect: ConnectingWalletConnectData
  ConnectingWalletConnectBasic: undefined
  Connections: undefined
  EmailVerifyDevice: MailData
  EmailVerifyOtp: MailData
  GetWallet: { wallet: Wallet } | undefined
  Networks: undefined
  Settings: undefined
  SwitchNetwork: { chainId: ChainId }
  UnsupportedChain: undefined
  UpdateEmail: undefined
  WhatIsANetwork: undefined
  WhatIsAWallet: undefined
}
export type ViewName = keyof ViewData

type Props<name extends ViewName> = { data: ViewData[name] }

/** One row of the list of views. */
export type View<name extends ViewName = ViewName> = {
  readonly title: MessageKey
  /** Fills `{name}` in the title. */
  readonly titleValues?: (data: ViewData[name]) => Readonly<Record<string, string>>
  /** Fetches its code; the component is given what the view was opened with. */
  readonly load?: () => Promise<ComponentType<Props<name>>>
  /** Instead of `load`: comes with the shell. */
  readonly Component?: ComponentType<Props<name>>
  /** false: Escape, the backdrop and the close button shake it. @default true */
  readonly closable?: boolean
}

/** A wallet to ask. */
export type ConnectingExternalData = {
  readonly entry: WalletEntry
  readonly namespace?: Namespace | undefined
  /** The question that was begun in the click. @default the view asks */
  readonly asked?: Promise<void> | undefined
}

/** A wallet to reach by one of its ways. */
export type ConnectingWalletConnectData = {
  readonly entry: WalletEntry
  /** It is known where to get it. @default false */
  readonly obtainable?: boolean
  /** The link into it that was opened on the way here. */
  readonly opened?: Pairing['wcLinking']
  /** When it was tapped on a phone, in a moment in which it could not be opened; ms since 1970. */
  readonly tappedAt?: number | undefined
  /** How to reach it first. @default the nearest */
  readonly way?: WalletWay | undefined
}

/** A wallet of several chain families. */
export type ChooseNamespaceData = {
  readonly entry: WalletEntry
  /** Asks the wallet in the turn of the click. @default the next view asks */
  readonly begin?: (namespace: Namespace) => ConnectingExternalData
}

/** A mail that was sent, to wait for. */
export type MailData = {
  readonly email: string
  /** Of the link: shown while it is waited for. */
  readonly number?: string | undefined
  /** When the mail went out, ms since 1970. */
  readonly sentAt: number
  /** There were mails before it, and their links are good for nothing here. */
  readonly isAnother?: boolean | undefined
}
