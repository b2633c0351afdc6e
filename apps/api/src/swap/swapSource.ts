import type { CrossingStatus, SwapKind } from '@foyer/protocol/api'
import type { Address, Hex } from 'viem'
import type { Chain, EvmChain, SolanaChain } from '../chains/chainConfig.ts'

/** A coin or token on a chain. */
export type SwapAsset = {
  readonly chain: Chain
  /** In its canonical form; that of the native coin is {@link nativeAddress} on EVM chains. */
  readonly address: string
  readonly isNative: boolean
}

/** A swap as a user asks for it. Amounts are in smallest units. */
export type SwapRequest = {
  readonly from: SwapAsset
  readonly to: SwapAsset
  readonly amount: bigint
  /** Tolerated loss, in hundredths of a percent: 100 is 1 %. */
  readonly slippageBps: bigint
  /** The user's address, if it is known. */
  readonly user: string | undefined
}

/** One step of a route, with addresses on the chain where it happens. */
export type RouteStep = {
  readonly name: string
  /** In percent. */
  readonly share?: number
  readonly chain: Chain
  readonly tokens: readonly string[]
}

/** A source's offer for a request. */
export type Offer = {
  readonly toAmount: bigint
  /** The least that arrives with the requested slippage. */
  readonly minToAmount: bigint
  /** In percent; null if the source does not tell it. */
  readonly priceImpact: number | null
  readonly route: readonly RouteStep[]
  /** Expected gas; undefined for orders. On Solana the network's fee, in lamports, with the deposits of accounts that stay. */
  readonly gas?: bigint
  /** Needed beyond the cost, but not lost: deposits that come back, and the least that stays; in smallest units of the coin. */
  readonly reserve?: bigint
  /** Contract that needs an allowance; undefined for the native coin. */
  readonly spender?: Address
  /** Contract that spends by way of `spender`, which is Permit2 then, and keeps allowances of its own. */
  readonly permit2Spender?: Address
  /** In seconds. */
  readonly durationSeconds?: number
}

export type BuildRequest = SwapRequest & {
  readonly user: string
  /** The contract must let the swap fail if less arrives. */
  readonly minToAmount: bigint
  /** Only for sources that take one. */
  readonly permit?: SignedPermit | undefined
}

/** An allowance of the amount for the source's contract, signed by the user (ERC-2612, or Permit2's). */
export type SignedPermit = {
  /** In seconds since 1970. */
  readonly deadline: bigint
  /** Of a key: 65 bytes. */
  readonly signature: Hex
}

/** A call as a source proposes it: not trusted before `checkCall` and the simulation. */
export type ProposedCall = {
  readonly kind: 'call'
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** Contract that needs an allowance; undefined for the native coin. */
  readonly spender?: Address
}

/** An order to be signed. */
export type ProposedOrder = {
  readonly kind: 'order'
  /** JSON of EIP-712 typed data. */
  readonly typedData: string
  /** In ms since 1970. */
  readonly expiresAt: number
  /** Contract that needs an allowance. */
  readonly spender: Address
}

/** A whole transaction of Solana as a source proposes it: not trusted before `checkTransaction`. */
export type ProposedTransaction = {
  readonly kind: 'serialized'
  /** Base64, without signatures. */
  readonly transaction: string
}

/** An order as its user signed it. */
export type SignedOrder = {
  readonly chain: EvmChain
  readonly typedData: string
  readonly signature: Hex
  readonly user: Address
}

/** Contracts of a source on one chain: calls go to no other one, and no other one gets an allowance. */
export type SourceContracts = {
  readonly targets: readonly Address[]
  readonly spenders: readonly Address[]
}

/** A log of a simulated call. */
export type SimulatedLog = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** The state of a swap across chains, as its source tells it. */
export type Followed = {
  readonly status: CrossingStatus
  /** The payment on the other chain, or back on the first one. */
  readonly received?: {
    readonly amount: bigint
    readonly chainId: Chain['caipId']
    readonly hash: Hex
    /** {@link nativeAddress} for the coin. */
    readonly token: Address
  }
}

/** A market, or an aggregator of markets. */
export type SwapSource = {
  readonly id: string
  readonly name: string
  readonly kind: SwapKind
  /**
   * Its calls can contain a signed allowance for its own contract: the token's (ERC-2612), or Permit2's. Permit2 is then
   * the only one of its `spenders`, and the contract the only one of its `targets`.
   * @default none
   */
  readonly takesPermit?: 'token' | 'permit2'
  /** Returns whether it quotes swaps from this chain. */
  isOn(chain: Chain): boolean
  /** Returns whether it may have a market for this pair of chains, without a request. */
  supports(request: Pick<SwapRequest, 'from' | 'to'>): boolean
  /** The allow-list of a chain; undefined where the source does not quote. */
  contractsOf(chain: EvmChain): SourceContracts | undefined
  /** The programs of Solana that its transactions may call, besides the network's own. */
  programsOf?(chain: SolanaChain): readonly string[]
  /** @throws HttpError `insufficient-liquidity`, or any error if the source does not answer */
  getOffer(request: SwapRequest): Promise<Offer>
  /** @throws as getOffer */
  build(request: BuildRequest): Promise<ProposedCall | ProposedOrder | ProposedTransaction>
  /** Of sources that swap across chains: whether a simulated call starts a transfer to the user's account on the other chain. */
  crosses?(
    logs: readonly SimulatedLog[],
    crossing: { call: ProposedCall; to: EvmChain; user: Address },
  ): boolean
  /** Of the same: what became of a swap. @throws any error if the source does not answer */
  follow?(crossing: { from: EvmChain; hash: Hex; to: EvmChain }): Promise<Followed>
  /** Hands a signed order in. @returns the source's id of it. @throws HttpError 400 `order-invalid` */
  submit?(order: SignedOrder): Promise<string>
}

/**
 * The native coin of EVM chains where a token's address is expected.
 * @source https://eips.ethereum.org/EIPS/eip-7528
 */
export const nativeAddress: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** The same on Solana: the wrapped coin's mint with another last digit, so that both can be told apart. */
export const nativeMint = 'So11111111111111111111111111111111111111111'

/** The least that arrives when `amount` is offered and `slippageBps` are tolerated. */
export const withSlippage = (amount: bigint, slippageBps: bigint): bigint =>
  (amount * (10_000n - slippageBps)) / 10_000n

/** Time until a router refuses a signed swap, in seconds. */
const deadlineSeconds = 20 * 60

/** The moment after which a router refuses a swap that is built at `now` (ms since 1970), in seconds since 1970. */
export const deadlineAt = (now: number): bigint => BigInt(Math.floor(now / 1000) + deadlineSeconds)
