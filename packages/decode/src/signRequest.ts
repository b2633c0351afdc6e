import * as v from 'valibot'
import { permissionGrant } from './evm/permissionGrant.ts'
import { transactionRequest } from './evm/transactionRequest.ts'
import { typedData } from './typed/typedData.ts'

const quantity = v.pipe(v.string(), v.regex(/^0x[1-9a-fA-F][0-9a-fA-F]{0,15}$/))
const evmAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
/** A number below 2^256. */
const amount = v.pipe(v.string(), v.regex(/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/))
const number = v.pipe(
  amount,
  v.transform((text) => BigInt(text)),
)
/** Seconds since 1970, in 6 bytes; 0 would be no end. */
const end = v.pipe(
  number,
  v.check((value) => value > 0n && value < 2n ** 48n),
)
/** A number below 2^128. */
const gas = v.pipe(
  number,
  v.check((value) => value < 2n ** 128n),
)
const base58 = (maxLength: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength))
/** A transaction in base64, at most 1,232 bytes. @source https://solana.com/docs/core/transactions "Transaction size" */
const solanaTransaction = v.pipe(v.string(), v.minLength(1), v.maxLength(1644))

/** A call that a smart account makes itself: it can create no contract. */
const ownCall = v.strictObject({
  to: evmAddress,
  value: amount,
  data: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/), v.maxLength(262_144)),
})
const ownFees = {
  nonce: number,
  gas: number,
  maxFeePerGas: number,
  maxPriorityFeePerGas: number,
}

/**
 * How a smart account makes its calls, all or none: by a transaction of its own, or by a signature that anyone may send until
 * `deadline`, seconds since 1970, or by an operation of ERC-4337 until `validUntil`. `upgrade` makes the account a smart one first (EIP-7702).
 */
const together = v.variant('by', [
  v.strictObject({
    by: v.literal('transaction'),
    ...ownFees,
    upgrade: v.optional(v.strictObject({ address: evmAddress })),
  }),
  v.strictObject({
    by: v.literal('signature'),
    /** Of the account's sequence of signed batches. */
    nonce: number,
    deadline: number,
    /** With the account's next nonce, since somebody else sends the transaction. */
    upgrade: v.optional(v.strictObject({ address: evmAddress, nonce: number })),
  }),
  /** An operation that a bundler sends and a paymaster pays for (ERC-4337). The account has its code already. */
  v.strictObject({
    by: v.literal('operation'),
    nonce: number,
    /** Last valid second since 1970. */
    validUntil: end,
    callGasLimit: gas,
    verificationGasLimit: gas,
    preVerificationGas: gas,
    maxFeePerGas: gas,
    maxPriorityFeePerGas: gas,
    paymaster: evmAddress,
    paymasterVerificationGasLimit: gas,
    paymasterPostOpGasLimit: gas,
    paymasterData: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/), v.maxLength(8194)),
    upgrade: v.optional(v.never()),
  }),
])
export type Together = v.InferOutput<typeof together>

/**
 * Valibot schema of a request to sign; refuses unknown fields. The transaction's nonce, gas and fees must be filled in
 * first.
 */
export const signRequest = v.variant('method', [
  v.strictObject({
    method: v.literal('personal_sign'),
    /** Message as bytes in hex, and the account. */
    params: v.strictTuple([
      v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/), v.maxLength(262_144)),
      evmAddress,
    ]),
    /** Signs as a smart account of this network: the signature counts for it alone. @source ERC-7739 */
    smartAccountOn: v.optional(quantity),
  }),
  v.strictObject({
    method: v.literal('eth_signTypedData_v4'),
    /** The active network. */
    chainId: quantity,
    params: v.strictTuple([evmAddress, typedData]),
    /** Signs as a smart account of the active network. @source ERC-7739 */
    isSmartAccount: v.optional(v.boolean()),
  }),
  v.strictObject({
    method: v.literal('eth_sendTransaction'),
    chainId: quantity,
    params: v.strictTuple([transactionRequest]),
  }),
  v.strictObject({
    method: v.literal('wallet_sendCalls'),
    chainId: quantity,
    params: v.strictTuple([
      v.union([
        /** Each call as a complete transaction, in the order in which they are sent. */
        v.strictObject({
          from: evmAddress,
          calls: v.pipe(v.array(transactionRequest), v.minLength(1), v.maxLength(20)),
        }),
        v.strictObject({
          from: evmAddress,
          calls: v.pipe(v.array(ownCall), v.minLength(1), v.maxLength(20)),
          together,
        }),
      ]),
    ]),
  }),
  /** Makes a smart account a plain one again: its code is removed. @source EIP-7702 */
  v.strictObject({
    method: v.literal('foyer_undoSmartAccount'),
    chainId: quantity,
    params: v.strictTuple([v.strictObject({ from: evmAddress, ...ownFees })]),
  }),
  /** Lets another account act within limits; `upgrade` makes the account a smart one first, by a transaction of its own. */
  v.strictObject({
    method: v.literal('wallet_requestExecutionPermissions'),
    chainId: quantity,
    params: v.strictTuple([
      v.strictObject({
        grant: permissionGrant,
        upgrade: v.optional(v.strictObject({ address: evmAddress, ...ownFees })),
      }),
    ]),
  }),
  v.strictObject({
    method: v.literal('solana_signMessage'),
    params: v.strictObject({ message: base58(65_536), pubkey: base58(44) }),
  }),
  v.strictObject({
    method: v.literal('solana_signTransaction'),
    params: v.strictObject({ transaction: solanaTransaction, pubkey: base58(44) }),
  }),
  v.strictObject({
    method: v.literal('solana_signAllTransactions'),
    params: v.strictObject({
      transactions: v.pipe(v.array(solanaTransaction), v.minLength(1), v.maxLength(20)),
      pubkey: base58(44),
    }),
  }),
])
/** A parsed request: numbers of a transaction are `bigint`. */
export type SignRequest = v.InferOutput<typeof signRequest>
/** A request before it is parsed: numbers are `0x` text. */
export type SignRequestInput = v.InferInput<typeof signRequest>
