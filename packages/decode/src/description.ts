/** How much harm an approval could do. @source security 3.4 "Risk tiers" */
export type Risk = 'low' | 'medium' | 'high'

/** What the approval screen is about: which of its layouts shows it. */
export type DescriptionKind =
  | 'message'
  | 'sign-in'
  | 'typed-data'
  | 'permit'
  | 'transaction'
  | 'calls'
  | 'solana-transaction'
  | 'blind'

/** What is asked, in one line; the words are the screen's. */
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

/** What one call or instruction does. */
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

/** What a person should know before approving. `values` are texts for the words' placeholders. */
export type WarningCode =
  /** The bytes can not be shown as text. */
  | 'not-text'
  /** 32 bytes: they could be the hash of a transaction. */
  | 'looks-like-hash'
  /** Characters that can not be seen are in it; they are shown escaped. */
  | 'hidden-characters'
  /** What it does is not known. */
  | 'unknown-typed-data'
  | 'unknown-call'
  | 'unknown-program'
  /** A part is nested too deeply, or too large, to be shown. */
  | 'not-all-decoded'
  /** Somebody may take tokens of this kind later. */
  | 'lets-spend'
  | 'unlimited-amount'
  /** All of the balance, or more. */
  | 'whole-balance'
  /** More than 100 times the balance. */
  | 'amount-far-above-balance'
  | 'amount-above-balance'
  | 'approves-all-nfts'
  /** Good for more than 30 days; `days`, or `never` for no end. */
  | 'long-deadline'
  | 'deadline-passed'
  /** Permit without the usual contract, or for a network that it does not name. */
  | 'no-network-in-data'
  | 'order-for-nothing'
  | 'creates-contract'
  | 'calls-own-account'
  | 'calls-entry-point'
  | 'delegate-call'
  | 'safe-settings'
  /** It moves what a Safe owns. */
  | 'acts-for-safe'
  /** A Safe pays somebody for the gas, at a price that the request sets. */
  | 'safe-refund'
  /** The receiver is the token's contract itself, or nobody. */
  | 'to-nobody'
  /** Called like a token that it is not; `symbol`. */
  | 'token-imitates'
  /** The token tells no readable name or amount. */
  | 'token-unreadable'
  | 'sends-to-other'
  | 'simulation-unavailable'
  | 'simulation-timed-out'
  | 'simulation-reverts'
  /** Balances change that the decoded call does not tell of. */
  | 'simulation-disagrees'
  /** It says that more comes than was seen to arrive. */
  | 'promises-more'
  /** What comes is brought by a part that can fail while the rest happens. */
  | 'income-may-fail'
  | 'simulation-partial'
  /** A contract that is not known takes part, and could not be tried. */
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
  /** The token takes a part of each transfer, or calls another program; `extension`. */
  | 'token-taxed'

/** A warning with what its words need. */
export type Warning = { code: WarningCode; values?: Readonly<Record<string, string>> }

/** Coins or a token; texts of a chain are cleaned and short. */
export type Asset = {
  kind: 'native' | 'token' | 'nft'
  /** Empty where the chain tells none: show the address. At most 16 characters. */
  symbol: string
  /** At most 40 characters. */
  name?: string
  /** 0 to 36. `undefined` where it is not known: show whole units as they are. */
  decimals?: number
  /** Checksum text, or base58. */
  address?: string
  /** In the table of known tokens, or the network's own coins. */
  known: boolean
}

/** What leaves or comes, in the asset's smallest units. What comes was seen in the simulation, or is the price of an order. */
export type AssetChange = {
  asset: Asset
  amount: bigint
  tokenId?: bigint
  /** Read in the request itself, or seen in the simulation. */
  by: 'request' | 'simulation'
}

/** Names of rows. */
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

/** A value as the screen shows it; it brings the words, units and time zone. */
export type FactValue =
  /** `own`: the account that is asked. */
  | { kind: 'address'; address: string; own: boolean }
  /** `unlimited`: at least 2^160 - 1, or all there can be. */
  | { kind: 'amount'; amount: bigint; unlimited: boolean; asset: Asset }
  /** Milliseconds since 1970, or never. */
  | { kind: 'moment'; at: number | 'never' }
  | { kind: 'number'; number: bigint }
  /** Safe to show: what can not be seen is escaped. */
  | { kind: 'text'; text: string }
  /** At most the first 512 bytes are given; `bytes` says how many there are. */
  | { kind: 'hex'; hex: string; bytes: number }

/** One row. */
export type Fact = { label: FactLabel; value: FactValue }

/** One call of a transaction or bundle, or one instruction on Solana. */
export type DescribedCall = {
  action: ActionCode
  /** Contract or program that is called. */
  target?: string
  /** The function, where it is known: `approve`. */
  name?: string
  facts: readonly Fact[]
  /** Also among the description's. */
  warnings: readonly Warning[]
  /** What it calls in turn. */
  calls: readonly DescribedCall[]
}

/** A field of typed data with all that is below it. */
export type TypedNode = {
  name: string
  type: string
  /** Safe to show. Absent where there are fields below. */
  text?: string
  fields?: readonly TypedNode[]
}

/** Words of a message. */
export type ShownText = {
  form: 'text' | 'hex'
  /** Safe to show; line breaks are kept. */
  text: string
  /** Length of what is signed. */
  bytes: number
}

/** What was seen when the request was tried. */
export type Simulation =
  /** Tried with all its transfers seen. */
  | 'complete'
  /** Tried, but transfers could not be seen. */
  | 'partial'
  | 'reverts'
  | 'unavailable'
  | 'timed-out'

/**
 * What a request does, ready to be shown: codes and values, no words. Amounts are in smallest units, addresses EIP-55 or
 * base58, moments milliseconds since 1970, and every text of a stranger is safe to show.
 *
 * @source security 3.4
 */
export type Description = {
  kind: DescriptionKind
  title: TitleCode
  risk: Risk
  /** Each code with its values once, the gravest first. */
  warnings: readonly Warning[]
  /** What the account loses, as far as is known: what the request says first, then what was seen besides. */
  leaves: readonly AssetChange[]
  comes: readonly AssetChange[]
  facts: readonly Fact[]
  text?: ShownText
  typed?: { primaryType: string; domain: readonly TypedNode[]; message: readonly TypedNode[] }
  /** All of them, in order: one for a transaction. */
  calls: readonly DescribedCall[]
  simulation?: Simulation
  /** The most that the network may take, in its coins. */
  fee?: AssetChange
}
