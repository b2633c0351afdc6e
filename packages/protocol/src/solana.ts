import * as v from 'valibot'

/** A transaction fits in one packet. @source https://solana.com/docs/core/transactions */
export const solanaTransactionLimit = 1232

/** Commitment names that wallets and sites may use, including deprecated ones. @source spec 5.5 */
export const preflightCommitments = [
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
] as const
export type PreflightCommitment = (typeof preflightCommitments)[number]
/** Commitments that current nodes accept. */
export type SolanaCommitment = 'processed' | 'confirmed' | 'finalized'

/**
 * Returns the current name of a deprecated commitment.
 *
 * @source https://docs.rs/solana-commitment-config: the deprecated levels and their replacements
 */
export function toSolanaCommitment(commitment: PreflightCommitment): SolanaCommitment {
  if (commitment === 'recent') return 'processed'
  if (commitment === 'single' || commitment === 'singleGossip') return 'confirmed'
  if (commitment === 'root' || commitment === 'max') return 'finalized'
  return commitment
}

const base58 = (least: number, most: number) =>
  v.pipe(
    v.string('must be base58 text'),
    v.regex(/^[1-9A-HJ-NP-Za-km-z]*$/, 'must be base58 text'),
    v.minLength(least, 'is too short'),
    v.maxLength(most, 'is too long'),
  )
/** 32 bytes are 32 to 44 base58 characters, 64 bytes are 64 to 88. */
const pubkey = base58(32, 44)
const signature = base58(64, 88)
const transaction = v.pipe(
  v.string('must be base64 text'),
  v.base64('must be base64 text'),
  v.minLength(4, 'is too short'),
  v.maxLength(Math.ceil(solanaTransactionLimit / 3) * 4, 'is too long'),
)
const count = v.optional(
  v.pipe(
    v.number('must be a number'),
    v.safeInteger('must be a whole number'),
    v.minValue(0, 'must not be negative'),
  ),
)

/** Options for sending a transaction; a deprecated commitment is replaced by its current name. */
export const solanaSendOptions = v.strictObject(
  {
    /** Send without simulating first. */
    skipPreflight: v.optional(v.boolean('must be true or false')),
    preflightCommitment: v.optional(
      v.pipe(
        v.picklist(preflightCommitments, `must be one of ${preflightCommitments.join(', ')}`),
        v.transform(toSolanaCommitment),
      ),
    ),
    /** Maximum number of resends by the node. */
    maxRetries: count,
    /** Slot that the node must have reached. */
    minContextSlot: count,
  },
  'is no option',
)
/** The same options as a site may write them. */
export type SolanaSendOptions = v.InferInput<typeof solanaSendOptions>

/**
 * The methods of a Solana wallet, the same for every kind of connection.
 *
 * @source spec 7.43; https://docs.reown.com/advanced/multichain/rpc-reference/solana-rpc
 */
export const solanaMethods = {
  solana_signMessage: {
    /** `message`: the bytes to sign. */
    params: v.object({ message: base58(0, 20_000), pubkey }),
    result: v.object({ signature }),
  },
  solana_signTransaction: {
    params: v.object({ transaction, pubkey }),
    /** The signed `transaction`; older wallets omit it. */
    result: v.object({ signature, transaction: v.optional(transaction) }),
  },
  solana_signAllTransactions: {
    params: v.object({
      transactions: v.pipe(v.array(transaction), v.minLength(1), v.maxLength(100)),
      pubkey,
    }),
    result: v.object({ transactions: v.array(transaction) }),
  },
  solana_signAndSendTransaction: {
    params: v.object({ transaction, pubkey, sendOptions: v.optional(solanaSendOptions) }),
    result: v.object({ signature }),
  },
} as const
export type SolanaMethod = keyof typeof solanaMethods
