import type { Family } from './networks.ts'

/** What the wallet can be asked for over a session. */
export const walletMethods: Readonly<Record<Family, readonly string[]>> = {
  eip155: [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_watchAsset',
  ],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
    'solana_getAccounts',
    'solana_requestAccounts',
  ],
}

/** What it tells a site by itself. */
export const walletEvents: readonly string[] = ['chainChanged', 'accountsChanged']
