import type { View, ViewName } from './view.ts'
import { ConnectView } from './views/connect/ConnectView.tsx'

/** Every view of the modal, a row each; all but the first are separate chunks. */
export const views: { readonly [name in ViewName]: View<name> } = {
  Account: {
    title: 'account.title',
    load: () => import('./views/account/AccountView.tsx').then((m) => m.AccountView),
  },
  AllWallets: {
    title: 'allWallets.title',
    load: () => import('./views/connect/AllWalletsView.tsx').then((m) => m.AllWalletsView),
  },
  ApproveTransaction: {
    title: 'approve.title',
    load: () =>
      import('./views/approve/ApproveTransactionView.tsx').then((m) => m.ApproveTransactionView),
    closable: false,
  },
  Buy: {
    title: 'onramp.title',
    load: () => import('./views/buy/BuyView.tsx').then((m) => m.BuyView),
  },
  ChooseNamespace: {
    title: 'networks.title',
    load: () =>
      import('./views/connections/ChooseNamespaceView.tsx').then((m) => m.ChooseNamespaceView),
  },
  Connect: {
    title: 'connect.title',
    Component: ConnectView,
  },
  ConnectEmail: {
    title: 'connect.title',
    load: () => import('./views/email/ConnectEmailView.tsx').then((m) => m.ConnectEmailView),
  },
  ConnectPasskey: {
    title: 'connect.title',
    load: () => import('./views/passkey/ConnectPasskeyView.tsx').then((m) => m.ConnectPasskeyView),
  },
  ConnectNamespace: {
    title: 'connect.title',
    load: () =>
      import('./views/connections/ConnectNamespaceView.tsx').then((m) => m.ConnectNamespaceView),
  },
  ConnectSocial: {
    title: 'connect.title',
    load: () => import('./views/social/ConnectSocialView.tsx').then((m) => m.ConnectSocialView),
  },
  ConnectWallets: {
    title: 'connect.chooseWallet',
    load: () => import('./views/connect/ConnectWalletsView.tsx').then((m) => m.ConnectWalletsView),
  },
  ConnectingExternal: {
    title: 'connecting.title',
    titleValues: ({ entry }) => ({ wallet: entry.name }),
    load: () =>
      import('./views/connect/ConnectingExternalView.tsx').then((m) => m.ConnectingExternalView),
  },
  ConnectingFarcaster: {
    title: 'connect.title',
    load: () =>
      import('./views/farcaster/ConnectingFarcasterView.tsx').then(
        (m) => m.ConnectingFarcasterView,
      ),
  },
  ConnectingSiwe: {
    title: 'signIn.title',
    load: () => import('./views/signIn/ConnectingSiweView.tsx').then((m) => m.ConnectingSiweView),
  },
  Connections: {
    title: 'connections.title',
    load: () => import('./views/connections/ConnectionsView.tsx').then((m) => m.ConnectionsView),
  },
  ConnectingSocial: {
    title: 'connect.title',
    load: () =>
      import('./views/social/ConnectingSocialView.tsx').then((m) => m.ConnectingSocialView),
  },
  ConnectingWalletConnect: {
    title: 'connecting.title',
    titleValues: ({ entry }) => ({ wallet: entry.name }),
    load: () =>
      import('./views/connect/ConnectingWalletConnectView.tsx').then(
        (m) => m.ConnectingWalletConnectView,
      ),
  },
  ConnectingWalletConnectBasic: {
    title: 'walletConnect.title',
    load: () =>
      import('./views/connect/ConnectingWalletConnectBasicView.tsx').then(
        (m) => m.ConnectingWalletConnectBasicView,
      ),
  },
  EmailVerifyDevice: {
    title: 'email.title',
    load: () =>
      import('./views/email/EmailVerifyDeviceView.tsx').then((m) => m.EmailVerifyDeviceView),
  },
  EmailVerifyOtp: {
    title: 'email.title',
    load: () => import('./views/email/EmailVerifyOtpView.tsx').then((m) => m.EmailVerifyOtpView),
  },
  GetWallet: {
    title: 'getWallet.title',
    load: () => import('./views/connect/GetWalletView.tsx').then((m) => m.GetWalletView),
  },
  Networks: {
    title: 'networks.title',
    load: () => import('./views/networks/NetworksView.tsx').then((m) => m.NetworksView),
  },
  Nft: {
    title: 'nfts.view',
    load: () => import('./views/nfts/NftView.tsx').then((m) => m.NftView),
  },
  SendNft: {
    title: 'nfts.sendTitle',
    load: () => import('./views/nfts/SendNftView.tsx').then((m) => m.SendNftView),
  },
  Receive: {
    title: 'receive.title',
    load: () => import('./views/receive/ReceiveView.tsx').then((m) => m.ReceiveView),
  },
  Pay: {
    title: 'pay.title',
    load: () => import('./views/pay/PayView.tsx').then((m) => m.PayView),
  },
  PreviewRequest: {
    title: 'preview.title',
    load: () => import('./views/preview/PreviewRequestView.tsx').then((m) => m.PreviewRequestView),
  },
  RegisterName: {
    title: 'names.title',
    load: () => import('./views/names/RegisterNameView.tsx').then((m) => m.RegisterNameView),
  },
  Send: {
    title: 'send.title',
    load: () => import('./views/send/SendView.tsx').then((m) => m.SendView),
  },
  SendReview: {
    title: 'send.title',
    load: () => import('./views/send/SendReviewView.tsx').then((m) => m.SendReviewView),
  },
  SendSelectToken: {
    title: 'account.tokens',
    load: () => import('./views/send/SendSelectTokenView.tsx').then((m) => m.SendSelectTokenView),
  },
  Settings: {
    title: 'settings.title',
    load: () => import('./views/settings/SettingsView.tsx').then((m) => m.SettingsView),
  },
  Swap: {
    title: 'swap.title',
    load: () => import('./views/swap/SwapView.tsx').then((m) => m.SwapView),
  },
  SwapReview: {
    title: 'swap.reviewTitle',
    load: () => import('./views/swap/SwapReviewView.tsx').then((m) => m.SwapReviewView),
  },
  SwapTokens: {
    title: 'swap.tokens',
    load: () => import('./views/swap/SwapTokensView.tsx').then((m) => m.SwapTokensView),
  },
  SwitchNetwork: {
    title: 'switchNetwork.title',
    load: () => import('./views/networks/SwitchNetworkView.tsx').then((m) => m.SwitchNetworkView),
  },
  UnsupportedChain: {
    title: 'unsupportedChain.title',
    load: () =>
      import('./views/networks/UnsupportedChainView.tsx').then((m) => m.UnsupportedChainView),
  },
  UpdateEmail: {
    title: 'updateEmail.title',
    load: () => import('./views/email/UpdateEmailView.tsx').then((m) => m.UpdateEmailView),
  },
  WhatIsANetwork: {
    title: 'whatIsANetwork.title',
    load: () => import('./views/networks/WhatIsANetworkView.tsx').then((m) => m.WhatIsANetworkView),
  },
  WhatIsAWallet: {
    title: 'whatIsAWallet.title',
    load: () => import('./views/connect/WhatIsAWalletView.tsx').then((m) => m.WhatIsAWalletView),
  },
}
