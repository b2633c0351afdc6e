import * as v from 'valibot'

const quantity = v.pipe(
  v.string(),
  v.regex(/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/),
  v.transform((text) => BigInt(text)),
)
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
const data = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/), v.maxLength(262_144))

const facts = {
  from: v.optional(address),
  chainId: quantity,
  nonce: quantity,
  gas: quantity,
  /** Omitted: the transaction creates a contract. */
  to: v.optional(address),
  value: v.optional(quantity, '0x0'),
  data: v.optional(data, '0x'),
}
const accessList = v.pipe(
  v.array(
    v.strictObject({
      address,
      storageKeys: v.array(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/))),
    }),
  ),
  v.maxLength(256),
)

/**
 * Schema of a complete transaction to sign: type 0 with a chain id (EIP-155), or type 2. Strict: refuses authorisation
 * lists (EIP-7702), blobs and any other field, since the approval screen does not show them.
 */
export const transactionRequest = v.variant('type', [
  v.strictObject({ type: v.literal('0x0'), ...facts, gasPrice: quantity }),
  v.strictObject({
    type: v.literal('0x2'),
    ...facts,
    maxFeePerGas: quantity,
    maxPriorityFeePerGas: quantity,
    accessList: v.optional(accessList, []),
  }),
])
export type TransactionRequest = v.InferOutput<typeof transactionRequest>
