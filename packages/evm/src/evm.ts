import type { Adapter } from '@foyer/core'
import type { discover } from './discover.ts'
import { hasAddressShape } from './hasAddressShape.ts'
import { loadRequests } from './loadRequests.ts'

/**
 * Creates the adapter for the namespace `eip155`. Only the check of an address' shape loads with the page, the rest on first use.
 *
 * @example
 * ```ts
 * createFoyer({ projectId, adapters: [evm()], networks: [mainnet] })
 * ```
 */
export function evm(options: evm.Options = {}): Adapter {
  return {
    namespace: 'eip155',
    hasHistory: true,
    isAddress: hasAddressShape,
    verifyAddress: request('verifyAddress'),
    discover: async (onConnector) => (await import('./discover.ts')).discover(onConnector, options),
    getBalance: request('getBalance'),
    getTokenBalances: request('getTokenBalances'),
    switchNetwork: request('switchNetwork'),
    addNetwork: request('addNetwork'),
    signMessage: request('signMessage'),
    signTypedData: request('signTypedData'),
    sendTransaction: request('sendTransaction'),
    send: request('send'),
    sendNft: request('sendNft'),
    readSwapCall: request('readSwapCall'),
    calls: request('calls'),
    transfers: request('transfers'),
    waitForTransaction: request('waitForTransaction'),
  }
}

export declare namespace evm {
  /** Sources of the browser wallets to list. */
  type Options = discover.Options
}

type Requests = Awaited<ReturnType<typeof loadRequests>>

/** One of the requests: their code loads with the first call. */
function request<name extends keyof Requests>(name: name): Requests[name] {
  const call = async (parameters: never) => (await loadRequests())[name](parameters)
  return call as unknown as Requests[name]
}
