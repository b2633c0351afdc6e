/** Possible harm of an approval. @source security 3.4 "Risk tiers" */
export type Risk = 'low' | 'medium' | 'high'

/** The kind of request, which selects the layout of the approval screen. */
export type DescriptionKind =
  | 'message'
  | 'sign-in'
  | 'typed-data'
  | 'permit'
  | 'transaction'
  | 'calls'
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
  /** Its effect is unknown. */
  | 'unknown-typed-data'
  | 'unknown-call'
  | 'unknown-program'
  /** A part is nested too deeply, or too large, to be shown. */
  | 'not-all-decoded'
  /** Allows another account to take tokens of this kind later. */
  | 'lets-spend'
  | 'unlimited-amount'
  /** All of the balance, or more. */
  | 'whole-balance'
  /** More than 100 times the balance. */
  | 'amount-far-above-balance'
  | 'amount-above-balance'
  | 'approves-all-nfts'
  /** Valid for more than 30 days; `days`, or `never` for no end. */
  | 'long-deadline'
  | 'deadline-passed'
  /** Permit without the usual contract, or without naming a network. */
  | 'no-network-in-data'
  | 'order-for-nothing'
  | 'creates-contract'
  | 'calls-own-account'
  | 'calls-entry-point'
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
  /** Promises more income than the simulation showed. */
  | 'promises-more'
  /** Income from a part that can fail while the rest succeeds. */
  | 'income-may-fail'
  | 'simulation-partial'
  /** An unknown contract takes part, and could not be simulated. */
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
  /** The token keeps a part of each transfer, or calls another program; `extension`. */
  | 'token-taxed'

/** A warning with the values for its words. */
export type Warning = { code: WarningCode; values?: Readonly<Record<string, string>> }

/** Coins or a token; texts from a chain are cleaned and short. */
export type Asset = {
  kind: 'native' | 'token' | 'nft'
  /** Empty when the chain has none: show the address. At most 16 characters. */
  symbol: string
  /** At most 40 characters. */
  name?: string
  /** 0 to 36. `undefined` when unknown: show the raw number. */
  decimals?: number
  /** Checksum text, or base58. */
  address?: string
  /** In the table of known tokens, or the network's own coins. */
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
  /** Read from the request itself, or seen in the simulation. */
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

/** A value for the screen, which adds words, units and time zone. */
export type FactValue =
  /** `own`: the requested account. */
  | { kind: 'address'; address: string; own: boolean }
  /** `unlimited`: at least 2^160 - 1, or the maximum of its type. */
  | { kind: 'amount'; amount: bigint; unlimited: boolean; asset: Asset }
  /** Milliseconds since 1970, or never. */
  | { kind: 'moment'; at: number | 'never' }
  | { kind: 'number'; number: bigint }
  /** Safe to show: invisible characters are escaped. */
  | { kind: 'text'; text: string }
  /** At most the first 512 bytes; `bytes` is the full number. */
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
  /** Also included in the description's warnings. */
  warnings: readonly Warning[]
  /** The calls inside it. */
  calls: readonly DescribedCall[]
}

/** A field of typed data with everything below it. */
export type TypedNode = {
  name: string
  type: string
  /** Safe to show. Absent for a field that has fields below. */
  text?: string
  fields?: readonly TypedNode[]
}

/** Text of a message. */
export type ShownText = {
  form: 'text' | 'hex'
  /** Safe to show; line breaks are kept. */
  text: string
  /** Length of the signed message. */
  bytes: number
}

/** Result of the simulation. */
export type Simulation =
  /** Simulated, and all transfers seen. */
  | 'complete'
  /** Simulated, but transfers could not be seen. */
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
  /** Each code with its values once, the gravest first. */
  warnings: readonly Warning[]
  /** The account's known losses: first those that the request states, then others seen in the simulation. */
  leaves: readonly AssetChange[]
  comes: readonly AssetChange[]
  facts: readonly Fact[]
  text?: ShownText
  typed?: { primaryType: string; domain: readonly TypedNode[]; message: readonly TypedNode[] }
  /** All calls, in order: one for a transaction. */
  calls: readonly DescribedCall[]
  simulation?: Simulation
  /** The maximum network fee, in its coins. */
  fee?: AssetChange
}
