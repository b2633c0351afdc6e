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
    discover: async (onConnector) => (await import('./discover.ts')).discover(onConnector, options),
    ...(Object.fromEntries(names.map((name) => [name, request(name)])) as Requests),
  }
}

export declare namespace evm {
  /** Sources of the browser wallets to list. */
  type Options = discover.Options
}

type Requests = Awaited<ReturnType<typeof loadRequests>>

/** All requests. A list costs the fewest bytes before the first click. */
const names = [
  'addNetwork',
  'calls',
  'getBalance',
  'getTokenBalances',
  'readSwapCall',
  'send',
  'sendNft',
  'sendTransaction',
  'signMessage',
  'signTypedData',
  'switchNetwork',
  'transfers',
  'verifyAddress',
  'waitForTransaction',
] as const satisfies (keyof Requests)[]

/** Loads the requests' code with the first call. */
function request(name: (typeof names)[number]) {
  return async (parameters: never) => (await loadRequests())[name](parameters)
}
