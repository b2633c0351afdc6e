import type { SignRequest } from './signRequest.ts'

/** The network that a request is for, and its coins. */
export type DescribedNetwork = {
  /** CAIP-2: `eip155:1`. */
  id: string
  name: string
  /** Symbol of its coin: `ETH`. */
  symbol: string
  /** Decimals of its coin: 18. */
  decimals: number
}

/** One call of `wallet_sendCalls`; numbers and bytes are `0x` text. @source EIP-5792 */
export type BundleCall = { to?: string; data?: string; value?: string }

/** A request that can be described: one that a wallet signs, or a bundle before it becomes a transaction. */
export type DescribableRequest =
  | SignRequest
  | {
      method: 'wallet_sendCalls'
      chainId: string
      params: readonly [{ from: string; calls: readonly BundleCall[] }]
    }

/** A request with its context: the requesting site, the account, the network. */
export type ApprovalInput = {
  /** The site's origin, as the wallet itself determined it, not as the request claims: `https://shop.example`. */
  origin: string
  /** The requested account: EIP-55, or base58. */
  account: string
  network: DescribedNetwork
  /** The exact values that will be signed, so that the description matches the signature. */
  request: DescribableRequest
}
