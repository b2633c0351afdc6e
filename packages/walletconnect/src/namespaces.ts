import type { Network } from '@foyer/core'
import type { ProposalNamespaces } from '@foyer/protocol/session'

/** Namespaces supported over WalletConnect. */
export const supportedNamespaces = ['eip155', 'solana'] as const
export type SupportedNamespace = (typeof supportedNamespaces)[number]

/** Requested methods and events. @source https://specs.walletconnect.com/2.0/specs/clients/sign/namespaces */
const requested: Readonly<Record<SupportedNamespace, { methods: string[]; events: string[] }>> = {
  eip155: {
    methods: [
      'eth_sendTransaction',
      'eth_signTransaction',
      'eth_sign',
      'personal_sign',
      'eth_signTypedData',
      'eth_signTypedData_v4',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_watchAsset',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'wallet_showCallsStatus',
      'wallet_getCapabilities',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
    ],
    events: ['chainChanged', 'accountsChanged'],
  },
  solana: {
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_getAccounts',
      'solana_requestAccounts',
    ],
    events: ['chainChanged', 'accountsChanged'],
  },
}

/** Builds the requested permissions, for all the networks of the site. */
export function proposeNamespaces(
  networks: readonly Pick<Network, 'caipNetworkId' | 'chainNamespace'>[],
  namespaces: readonly SupportedNamespace[],
): ProposalNamespaces {
  return Object.fromEntries(
    namespaces.flatMap((namespace) => {
      const chains = networks
        .filter(({ chainNamespace }) => chainNamespace === namespace)
        .map(({ caipNetworkId }) => caipNetworkId)
      return chains.length > 0 ? [[namespace, { chains, ...requested[namespace] }]] : []
    }),
  )
}
