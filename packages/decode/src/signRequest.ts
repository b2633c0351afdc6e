import * as v from 'valibot'
import { transactionRequest } from './evm/transactionRequest.ts'
import { typedData } from './typed/typedData.ts'

const quantity = v.pipe(v.string(), v.regex(/^0x[1-9a-fA-F][0-9a-fA-F]{0,15}$/))
const evmAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
const base58 = (maxLength: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength))
/** A transaction in base64, at most 1,232 bytes. @source https://solana.com/docs/core/transactions "Transaction size" */
const solanaTransaction = v.pipe(v.string(), v.minLength(1), v.maxLength(1644))

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
  }),
  v.strictObject({
    method: v.literal('eth_signTypedData_v4'),
    /** The active network. */
    chainId: quantity,
    params: v.strictTuple([evmAddress, typedData]),
  }),
  v.strictObject({
    method: v.literal('eth_sendTransaction'),
    chainId: quantity,
    params: v.strictTuple([transactionRequest]),
  }),
  v.strictObject({
    method: v.literal('wallet_sendCalls'),
    chainId: quantity,
    /** Each call as a complete transaction, in the order in which they are sent. */
    params: v.strictTuple([
      v.strictObject({
        from: evmAddress,
        calls: v.pipe(v.array(transactionRequest), v.minLength(1), v.maxLength(20)),
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
