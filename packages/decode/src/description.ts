/** Risk of approving a request. @source security 3.4 "Risk tiers" */
export type Risk = 'low' | 'medium' | 'high'

/** The kind of request, which selects the layout of the approval screen. */
export type DescriptionKind =
  | 'message'
  | 'sign-in'
  | 'typed-data'
  | 'permit'
  | 'transaction'
  | 'calls'
  | 'permission'
  | 'solana-transaction'
  | 'blind'

/** The title in one line; the screen supplies the words. */
export type TitleCode =
  | 'sign-message'
  | 'sign-in'
  | 'sign-typed-data'
  | 'sign-unreadable'
  | 'sign-order'
  | 'sign-safe-transaction'
  | 'sign-user-operation'
  | 'permit-spending'
  | 'permit-transfer'
  | ActionCode
  | 'calls'
  | 'undo-smart-account'
  | 'grant-spending'
  | 'grant-calls'
  | 'solana-transaction'
  | 'solana-transactions'

/** The action of one call or instruction. */
export type ActionCode =
  | 'send'
  | 'send-token'
  | 'send-nft'
  | 'approve-token'
  | 'approve-nft'
  | 'approve-all'
  | 'revoke-approval'
  | 'revoke-permission'
  | 'wrap'
  | 'unwrap'
  | 'several-calls'
  | 'swap'
  | 'safe-transaction'
  | 'change-safe'
  | 'user-operations'
  | 'create-contract'
  | 'contract-call'
  | 'empty-call'
  | 'create-account'
  | 'close-account'
  | 'change-authority'
  | 'assign-account'
  | 'durable-nonce'
  | 'memo'
  | 'fee-settings'
  | 'stake'
  | 'mint'
  | 'burn'
  | 'freeze'
  | 'sync-native'

/** Warnings for the user before approving. `values` fill the placeholders of the words. */
export type WarningCode =
  /** The bytes can not be shown as text. */
  | 'not-text'
  /** 32 bytes: they could be the hash of a transaction. */
  | 'looks-like-hash'
  /** Contains invisible characters, which are shown escaped. */
  | 'hidden-characters'
  /** Typed data whose effect is unknown. */
  | 'unknown-typed-data'
  | 'unknown-call'
  | 'unknown-program'
  /** A part is nested too deeply, or too large, to be shown. */
  | 'not-all-decoded'
  /** Allows another account to take tokens of this kind later. */
  | 'lets-spend'
  /** Another account may act without asking again, within a permission's limits. */
  | 'acts-alone'
  | 'unlimited-amount'
  /** The allowance is at least the whole balance. */
  | 'whole-balance'
  /** The allowance is more than 100 times the balance. */
  | 'amount-far-above-balance'
  | 'amount-above-balance'
  | 'approves-all-nfts'
  /** Valid for more than 30 days; `days`, or `never` for no end. */
  | 'long-deadline'
  | 'deadline-passed'
  /** Permit whose domain does not name the network, or the expected contract. */
  | 'no-network-in-data'
  | 'order-for-nothing'
  | 'creates-contract'
  | 'calls-own-account'
  | 'calls-entry-point'
  /** The account becomes a smart account first, at the same address. @source EIP-7702 */
  | 'upgrades-account'
  | 'delegate-call'
  | 'safe-settings'
  /** Moves assets of a Safe. */
  | 'acts-for-safe'
  /** A Safe refunds the gas, at a price that the request sets. */
  | 'safe-refund'
  /** The receiver is the token's contract itself, or the zero address. */
  | 'to-nobody'
  /** Uses the name of a known token without being that token; `symbol`. */
  | 'token-imitates'
  /** The token has no readable name or amount. */
  | 'token-unreadable'
  | 'sends-to-other'
  | 'simulation-unavailable'
  | 'simulation-timed-out'
  | 'simulation-reverts'
  /** Balances change in ways that the decoded call does not state. */
  | 'simulation-disagrees'
  /** The request states more income than the simulation showed. */
  | 'promises-more'
  /** Income from a part that can fail while the rest succeeds. */
  | 'income-may-fail'
  | 'simulation-partial'
  /** Calls an unknown contract, and could not be simulated. */
  | 'untried-contract'
  | 'fee-high'
  | 'changes-authority'
  | 'closes-account-to-other'
  | 'delegates-token'
  | 'durable-nonce'
  | 'more-signers'
  | 'not-fee-payer'
  | 'assigns-account'
  | 'lookup-table-unresolved'
  /** The token has an extension that takes a fee of each transfer, or calls another program; `extension`. */
  | 'token-taxed'

/** A warning with the values for its text. */
export type Warning = { code: WarningCode; values?: Readonly<Record<string, string>> }

/** The native coin or a token. Texts from a chain are escaped and truncated. */
export type Asset = {
  kind: 'native' | 'token' | 'nft'
  /** At most 16 characters; empty when the chain has none: show the address. */
  symbol: string
  /** At most 40 characters. */
  name?: string
  /** 0 to 36. `undefined` when unknown: show the raw number. */
  decimals?: number
  /** Checksum text, or base58. */
  address?: string
  /** True for a token in the table of known tokens, and for the native coin. */
  known: boolean
}

/**
 * An outgoing or incoming amount, in the asset's smallest units. Incoming amounts come from the simulation, or from the
 * price of an order.
 */
export type AssetChange = {
  asset: Asset
  amount: bigint
  tokenId?: bigint
  /** Source of the amount: the decoded request, or the simulation. */
  by: 'request' | 'simulation'
}

/** Labels of rows. */
export type FactLabel =
  | 'to'
  | 'from'
  | 'spender'
  | 'operator'
  | 'owner'
  | 'token'
  | 'token-id'
  | 'amount'
  | 'value'
  | 'deadline'
  | 'nonce'
  | 'contract'
  | 'function'
  | 'data'
  | 'fee'
  | 'gas'
  | 'network'
  | 'protocol'
  | 'application'
  | 'domain'
  | 'uri'
  | 'statement'
  | 'issued-at'
  | 'not-before'
  | 'expires-at'
  | 'request-id'
  | 'resource'
  | 'offer'
  | 'consideration'
  | 'recipient'
  | 'init-code'
  | 'call-data'
  | 'refund'
  | 'refund-receiver'
  | 'new-owner'
  | 'removed-owner'
  | 'threshold'
  | 'module'
  | 'guard'
  | 'handler'
  | 'program'
  | 'authority'
  | 'new-authority'
  | 'authority-kind'
  | 'account'
  | 'memo'
  | 'signer'
  | 'fee-payer'
  | 'agent'
  | 'per-period'
  | 'at-once'
  | 'in-all'
  | 'call-limit'

/** The value of a row. The screen adds words, units and the time zone. */
export type FactValue =
  /** `own` is true for the account that signs. */
  | { kind: 'address'; address: string; own: boolean }
  /** `unlimited` is true from 2^160 - 1 on, or for the maximum of its type. */
  | { kind: 'amount'; amount: bigint; unlimited: boolean; asset: Asset }
  /** An amount in each period of `seconds`. */
  | { kind: 'rate'; amount: bigint; unlimited: boolean; asset: Asset; seconds: number }
  /** Milliseconds since 1970, or never. */
  | { kind: 'moment'; at: number | 'never' }
  | { kind: 'number'; number: bigint }
  /** Safe to show: invisible characters are escaped. */
  | { kind: 'text'; text: string }
  /** `hex` contains at most the first 512 bytes; `bytes` is the full length. */
  | { kind: 'hex'; hex: string; bytes: number }

/** One row. */
export type Fact = { label: FactLabel; value: FactValue }

/** One call of a transaction or bundle, or one instruction on Solana. */
export type DescribedCall = {
  action: ActionCode
  /** The called contract or program. */
  target?: string
  /** The function, if known: `approve`. */
  name?: string
  facts: readonly Fact[]
  /** Warnings of this call; the description's warnings include them. */
  warnings: readonly Warning[]
  /** Nested calls, in order. */
  calls: readonly DescribedCall[]
}

/** A field of typed data with its nested fields. */
export type TypedNode = {
  name: string
  type: string
  /** Value, safe to show. Omitted for a field that has nested fields. */
  text?: string
  fields?: readonly TypedNode[]
}

/** Text of a message. */
export type ShownText = {
  form: 'text' | 'hex'
  /** Safe to show; line breaks are kept. */
  text: string
  /** Length of the signed message, in bytes. */
  bytes: number
}

/** Result of the simulation. */
export type Simulation =
  /** Simulated, with all transfers known. */
  | 'complete'
  /** Simulated, but not all transfers could be read. */
  | 'partial'
  | 'reverts'
  | 'unavailable'
  | 'timed-out'

/**
 * The effect of a request, ready to be shown: codes and values, no words. Amounts are in smallest units, addresses
 * EIP-55 or base58, moments milliseconds since 1970, and every foreign text is safe to show.
 * @source security 3.4
 */
export type Description = {
  kind: DescriptionKind
  title: TitleCode
  risk: Risk
  /** Each code and values once, the most severe first. */
  warnings: readonly Warning[]
  /** Outgoing assets: first those that the request states, then others from the simulation. */
  leaves: readonly AssetChange[]
  comes: readonly AssetChange[]
  facts: readonly Fact[]
  text?: ShownText
  typed?: { primaryType: string; domain: readonly TypedNode[]; message: readonly TypedNode[] }
  /** All calls, in order; one for an EVM transaction. */
  calls: readonly DescribedCall[]
  /** True if all of the calls happen or none. */
  atomic?: boolean
  simulation?: Simulation
  /** Maximum network fee, in the native coin. */
  fee?: AssetChange
}
