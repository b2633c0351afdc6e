import type { ChainId, FoyerError } from '@foyer/protocol'
import type { TokenBalance } from '@foyer/protocol/api'
import type { SendEstimate } from '../estimateSend.ts'
import type { ReceiverWarning } from '../receiver/checkReceiver.ts'
import type { Contact } from '../receiver/contacts.ts'

/** A transfer as it was sent. */
export type SentTransfer = {
  /** In the token's smallest unit. */
  readonly amount: bigint
  readonly chainId: ChainId | undefined
  readonly token: TokenBalance | undefined
  readonly to: string
  readonly name: string | undefined
}

/**
 * The state of the last transfer of a form: the wallet shows it (`asking`), the network has it (`pending`), it is in a
 * block (`success`, `failed`), the user cancelled it, another transaction took its place or it expired (`replaced`), the
 * network did not answer in time (`unknown`); nothing was sent because the user declined (`rejected`) or it failed.
 */
export type SendOutcome = { readonly transfer: SentTransfer } & (
  | { readonly status: 'asking' }
  | {
      readonly status: 'pending'
      readonly hash: string
      /** The wallet shows the request to replace it. */
      readonly replacing?: 'speed-up' | 'cancel' | undefined
      /** It goes on: the wallet ignored its place, or the request failed. */
      readonly notReplaced?: 'wallet-ignored' | 'failed' | undefined
    }
  | {
      readonly status: 'success' | 'failed' | 'replaced' | 'cancelled' | 'unknown'
      readonly hash: string
    }
  | { readonly status: 'rejected' | 'error'; readonly error: FoyerError }
)

/** The values entered into a form for a transfer, and the facts that follow from them. @source spec 3.14 */
export type SendFormState = {
  /** Account and network that it is for, as a CAIP-10 id; undefined while disconnected. */
  readonly account: string | undefined
  readonly token: TokenBalance | undefined
  /** The exact amount in the token's smallest unit; undefined until a valid one is typed. */
  readonly sendTokenAmount: bigint | undefined
  /** The amount as typed: of the token, or of money if `isFiat`. */
  readonly amountText: string
  readonly isFiat: boolean
  readonly amountProblem: 'invalid' | 'too-precise' | 'too-much' | undefined
  /** The receiver as typed. */
  readonly receiverText: string
  /** The account that it means; undefined while it is looked up, and if there is none. */
  readonly receiverAddress: string | undefined
  /** The name that it was found by. */
  readonly receiverProfileName: string | undefined
  readonly receiverProfileImageUrl: string | undefined
  readonly receiverProblem: FoyerError | undefined
  /** Warnings about the receiver, the most dangerous first. */
  readonly warnings: readonly ReceiverWarning[]
  /** Receivers of earlier transfers, contacts first. */
  readonly known: readonly Contact[]
  /** The receiver or the fee is being read. */
  readonly loading: boolean
  readonly estimate: SendEstimate | undefined
  readonly estimateProblem: FoyerError | undefined
  /** Tokens that can be sent, the native coin first. */
  readonly tokenBalances: readonly TokenBalance[]
  /** Value of the native coins, as a plain decimal; undefined without a price. */
  readonly networkBalanceInUSD: string | undefined
  readonly outcome: SendOutcome | undefined
}

export const emptySendForm: SendFormState = {
  account: undefined,
  token: undefined,
  sendTokenAmount: undefined,
  amountText: '',
  isFiat: false,
  amountProblem: undefined,
  receiverText: '',
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  receiverProblem: undefined,
  warnings: [],
  known: [],
  loading: false,
  estimate: undefined,
  estimateProblem: undefined,
  tokenBalances: [],
  networkBalanceInUSD: undefined,
  outcome: undefined,
}
