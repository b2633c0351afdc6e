import type { Provider } from '../connector/connector.ts'
import type { Rpc } from '../http/rpc.ts'
import type { Network } from '../network/network.ts'
import type { Payments } from '../pay/payments.ts'

/** The fee of a transfer, in the smallest unit of the network's own coin. */
export type TransferFee = {
  /** The likely cost. */
  readonly fee: bigint
  /** The balance needed besides the amount: the highest fee, and the minimum that the account must keep. */
  readonly reserve: bigint
}

/** The facts about the address of a receiver. */
export type ReceiverKind = 'account' | 'contract' | 'token'

/** The functions of a screen for transfers besides {@link Adapter.send}; they load on first use. */
export type Transfers = {
  /**
   * Estimates the cost of a transfer.
   *
   * @param parameters.amount - In the smallest unit.
   * @param parameters.to - @default the sender itself
   * @throws FoyerError `transaction-rejected` with a sentence in `details`, if the transfer would fail
   */
  estimateFee(parameters: {
    address: string
    amount: bigint
    network: Network
    rpc: Rpc
    to?: string | undefined
    token?: string | undefined
    /** As in {@link Adapter.send}. */
    reference?: string | undefined
  }): Promise<TransferFee>
  /** Reads what is at a receiver's address. */
  inspectReceiver(parameters: { rpc: Rpc; to: string }): Promise<ReceiverKind>
  /** Writes a request for a payment, as wallets of the namespace read it from a code. */
  writeRequest(parameters: {
    address: string
    /** In the smallest unit, above 0. */
    amount: bigint
    decimals: number
    network: Network
    token?: string | undefined
    /** As in {@link Adapter.send}; ignored where such requests have no place for it. */
    reference?: string | undefined
    /** For the payer. */
    note?: string | undefined
  }): string
  /** Coin types under which a name holds its address on a network, the best first. @source https://docs.ens.domains/ensip/9 */
  coinTypes(network: Network): readonly string[]
  /** True if two addresses are the same account. */
  isSame(one: string, other: string): boolean
  /** Loads what payments with a reference need. Omit it if transfers of the namespace can not carry one. */
  payments?(): Promise<Payments>
  /**
   * Asks the wallet to put another transaction in the place of a pending one: the same with a higher fee, or one that
   * does nothing. Omit it if the namespace has no such places.
   *
   * @returns The new transaction's id, and whether the wallet really used that place; undefined if the chain does not
   *   show it in time.
   */
  replace?(parameters: {
    address: string
    hash: string
    kind: 'speed-up' | 'cancel'
    network: Network
    provider: Provider
    rpc: Rpc
  }): Promise<{ readonly hash: string; readonly isReplaced: boolean | undefined }>
}
