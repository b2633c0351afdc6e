import type { SignRequest } from '../worker/preparedRequest.ts'
import type { Description } from './description.ts'

/** A network as the boot value of the document names it. */
export type DescribedNetwork = {
  /** CAIP-2. */
  id: string
  name: string
  symbol: string
  decimals: number
}

/** One call of `wallet_sendCalls`. @source EIP-5792 */
export type BundleCall = { to?: string; data?: string; value?: string }

/** What can be described: what the worker signs, and a bundle before it becomes a transaction. */
export type DescribableRequest =
  | SignRequest
  | {
      method: 'wallet_sendCalls'
      chainId: string
      params: readonly [{ from: string; calls: readonly BundleCall[] }]
    }

/** Who asks whom for what. */
export type ApprovalInput = {
  /** Attested by the handshake. */
  origin: string
  /** The account that is asked: hex, or base58. */
  account: string
  network: DescribedNetwork
  /** The worker's copy: what is shown is what is signed. */
  request: DescribableRequest
  siteTrust: 'first-party' | 'untrusted'
}

/** What describing needs from outside. */
export type DescribeServices = {
  /** A JSON-RPC call to the request's network. */
  rpc: (method: string, params: unknown) => Promise<unknown>
  now: () => number
  signal?: AbortSignal
}

export type DescribeRequest = (
  input: ApprovalInput,
  services: DescribeServices,
) => Promise<Description>
