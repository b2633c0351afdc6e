import type { SignRequest } from './signRequest.ts'

/** The network that a request is for, and its coins. */
export type DescribedNetwork = {
  /** CAIP-2: `eip155:1`. */
  id: string
  name: string
  /** Of its coins: `ETH`. */
  symbol: string
  /** Digits of a coin after the point: 18. */
  decimals: number
}

/** One call of `wallet_sendCalls`; numbers and bytes are `0x` text. @source EIP-5792 */
export type BundleCall = { to?: string; data?: string; value?: string }

/** What can be described: what a wallet signs, and a bundle before it becomes a transaction. */
export type DescribableRequest =
  | SignRequest
  | {
      method: 'wallet_sendCalls'
      chainId: string
      params: readonly [{ from: string; calls: readonly BundleCall[] }]
    }

/** A request with what it is judged by: the site that asks, the account, the network. */
export type ApprovalInput = {
  /** The site, as the wallet itself learnt it and not as the request says: `https://shop.example`. */
  origin: string
  /** The account that is asked: EIP-55, or base58. */
  account: string
  network: DescribedNetwork
  /** The very values that will be signed, so that what is shown is what is signed. */
  request: DescribableRequest
}
