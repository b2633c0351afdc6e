/**
 * Wallet methods that only read, so that they need no prompt.
 *
 * @source spec section 6, spec 6.1
 */
export const safeMethods = [
  'eth_accounts',
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_simulateV1',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_version',
  'wallet_getAssets',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_getGrantedExecutionPermissions',
  'wallet_getSupportedExecutionPermissions',
  'web3_clientVersion',
] as const

/**
 * Wallet methods that sign, send or grant, so that the user must approve them.
 *
 * @source spec section 6, spec 6.2
 */
export const unsafeMethods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
  'wallet_requestExecutionPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'foyer_undoSmartAccount',
] as const

export type SafeMethod = (typeof safeMethods)[number]
export type UnsafeMethod = (typeof unsafeMethods)[number]

/** Classifies a wallet method: it reads, needs approval, or is not allowed. @source spec 6.1, 6.2, 6.3 */
export function classifyMethod(method: string): 'safe' | 'unsafe' | 'disallowed' {
  if ((safeMethods as readonly string[]).includes(method)) return 'safe'
  if ((unsafeMethods as readonly string[]).includes(method)) return 'unsafe'
  return 'disallowed'
}

const sendMethods = [
  'eth_sendTransaction',
  'solana_signAndSendTransaction',
  // A wallet that only signs is enough: the page sends the transaction.
  'solana_signTransaction',
] as const

/** The wallet methods of each kind of request on every chain; a wallet needs one of them. */
export const requestMethods = {
  signMessage: ['personal_sign', 'solana_signMessage'],
  signTypedData: ['eth_signTypedData_v4'],
  signTransactions: ['solana_signTransaction', 'solana_signAllTransactions'],
  sendTransaction: sendMethods,
  send: sendMethods,
  switchNetwork: ['wallet_switchEthereumChain'],
  addNetwork: ['wallet_addEthereumChain'],
} as const satisfies Readonly<Record<string, readonly (UnsafeMethod | `wallet_${string}`)[]>>
/** Requests that a connected account may support. */
export type SupportedRequest = keyof typeof requestMethods
