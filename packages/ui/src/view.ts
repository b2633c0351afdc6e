import type { Pairing, Social, WalletEntry } from '@foyer/core'
import type { ChainId, Namespace } from '@foyer/protocol'
import type { Nft, Wallet } from '@foyer/protocol/api'
import type { ComponentType } from 'react'
import type { MessageKey } from './i18n/en.ts'
import type { WalletWay } from './views/connect/walletWays.ts'
import type { SendFlow } from './views/nfts/createSendFlow.ts'
import type { PayData } from './views/pay/payData.ts'
import type { ReceiveData } from './views/receive/receiveData.ts'
import type { SendData } from './views/send/sendData.ts'
import type { SocialWindow } from './views/social/socialWindow.ts'

/** Data of each view. */
export type ViewData = {
  Account: undefined
  AllWallets: undefined
  ApproveTransaction: undefined
  Buy: undefined
  ChooseNamespace: ChooseNamespaceData
  Connect: undefined
  ConnectEmail: undefined
  ConnectPasskey: undefined
  ConnectNamespace: { namespace: Namespace; chainId?: ChainId | undefined }
  ConnectSocial: undefined
  ConnectWallets: undefined
  ConnectingSiwe: undefined
  ConnectingExternal: ConnectingExternalData
  ConnectingFarcaster: undefined
  ConnectingSocial: ConnectingSocialData
  ConnectingWalletConnect: ConnectingWalletConnectData
  ConnectingWalletConnectBasic: undefined
  Connections: undefined
  EmailVerifyDevice: MailData
  EmailVerifyOtp: MailData
  GetWallet: { wallet: Wallet } | undefined
  Networks: undefined
  Nft: NftData
  SendNft: SendNftData
  Pay: PayData
  PreviewRequest: undefined
  Receive: ReceiveData | undefined
  RegisterName: undefined
  Send: SendData | undefined
  SendReview: undefined
  SendSelectToken: undefined
  Settings: undefined
  Swap: undefined
  SwapReview: undefined
  SwapTokens: { side: 'from' | 'to' }
  SwitchNetwork: { chainId: ChainId }
  UnsupportedChain: undefined
  UpdateEmail: undefined
  WhatIsANetwork: undefined
  WhatIsAWallet: undefined
}
export type ViewName = keyof ViewData

type Props<name extends ViewName> = { data: ViewData[name] }

/** A row of the list of views. */
export type View<name extends ViewName = ViewName> = {
  readonly title: MessageKey
  /** Fills `{name}` in the title. */
  readonly titleValues?: (data: ViewData[name]) => Readonly<Record<string, string>>
  /** Loads its code; the component receives the view's data. */
  readonly load?: () => Promise<ComponentType<Props<name>>>
  /** Instead of `load`: included in the shell. */
  readonly Component?: ComponentType<Props<name>>
  /** false: Escape, the backdrop and the close button shake it. @default true */
  readonly closable?: boolean
}

/** The wallet to connect. */
export type ConnectingExternalData = {
  readonly entry: WalletEntry
  readonly namespace?: Namespace | undefined
  /** The attempt that the click has started. @default the view starts one */
  readonly asked?: Promise<void> | undefined
}

/** The wallet to connect by one of its ways. */
export type ConnectingWalletConnectData = {
  readonly entry: WalletEntry
  /** An install link is known. @default false */
  readonly obtainable?: boolean
  /** The wallet link that was opened before this view. */
  readonly opened?: Pairing['wcLinking']
  /** Time of a tap that could not open the wallet yet; ms since 1970. */
  readonly tappedAt?: number | undefined
  /** The first way to offer. @default the nearest */
  readonly way?: WalletWay | undefined
}

/** A wallet with several namespaces. */
export type ChooseNamespaceData = {
  readonly entry: WalletEntry
  /** Opens the wallet synchronously in the click. @default the next view opens it */
  readonly begin?: (namespace: Namespace) => ConnectingExternalData
}

/** An NFT of the connected account. */
export type NftData = { readonly nft: Nft }

/** An NFT to send. */
export type SendNftData = NftData & {
  /** Goes on while another view is shown. @default a new one */
  readonly flow?: SendFlow | undefined
}

/** A login at a provider. */
export type ConnectingSocialData = {
  /** undefined: this page has come back from it. */
  readonly provider?: Social | undefined
  /** The window that the click opened, or the reason why there is none. */
  readonly opened?: SocialWindow | undefined
  /** The result with which this page has come back. */
  readonly uri?: string | undefined
  /** By the site's own login, without a window. @default false */
  readonly isCustom?: boolean | undefined
}

/** A mail to wait for. */
export type MailData = {
  readonly email: string
  /** Number of the link, shown while waiting. */
  readonly number?: string | undefined
  /** Time of the mail, ms since 1970. */
  readonly sentAt: number
  /** The link is all that the login needs; a new one needs a new login. @default false: a code follows */
  readonly isWhole?: boolean | undefined
  /** Earlier mails exist, and their links no longer work here. */
  readonly isAnother?: boolean | undefined
}
