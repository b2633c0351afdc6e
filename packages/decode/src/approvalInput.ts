import type { SignRequest, Together } from './signRequest.ts'

/** The network that a request is for, and its native coin. */
export type DescribedNetwork = {
  /** CAIP-2: `eip155:1`. */
  id: string
  name: string
  /** Symbol of its native coin: `ETH`. */
  symbol: string
  /** Decimals of its native coin: 18. */
  decimals: number
}

/** One call of `wallet_sendCalls`; numbers and bytes are `0x` text. @source EIP-5792 */
export type BundleCall = { to?: string; data?: string; value?: string }

/** A transaction whose nonce, gas and fees the wallet fills in. */
export type PlannedTransaction = {
  type: 'planned'
  from: string
  chainId: bigint
  /** Omitted: it creates a contract. */
  to?: string | undefined
  value: bigint
  /** `0x` text. */
  data: string
  /** Gas limit, and price per unit of gas in smallest units of the native coin, if they are known. */
  gas?: { gas: bigint; price: bigint } | undefined
}

/** A request that can be described: one that a wallet signs, or a bundle or transaction that is not complete yet. */
export type DescribableRequest =
  | SignRequest
  | { method: 'eth_sendTransaction'; chainId: string; params: readonly [PlannedTransaction] }
  | {
      method: 'wallet_sendCalls'
      chainId: string
      params: readonly [
        { from: string; calls: readonly BundleCall[]; together?: Together | undefined },
      ]
    }

/** A request with its context: the requesting site, the account, the network. */
export type ApprovalInput = {
  /** The site's origin, as attested by the browser, not as claimed in the request: `https://shop.example`. */
  origin: string
  /** The account that signs: EIP-55 address, or base58 on Solana. */
  account: string
  network: DescribedNetwork
  /** The exact values that will be signed, so that the description matches the signature. */
  request: DescribableRequest
}
