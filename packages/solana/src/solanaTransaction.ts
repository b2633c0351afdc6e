import { FoyerError, type SolanaSendOptions, solanaSendOptions } from '@foyer/protocol'
import * as v from 'valibot'
import { parseWireTransaction, type WireTransaction } from './wireTransaction.ts'

/** A transaction for a Solana network, in any library's encoding: legacy or versioned, partly signed or unsigned. */
export type SolanaTransaction = {
  /** The whole transaction with slots for its signatures: bytes, or their base64 text. */
  transaction: Uint8Array | string
  /** Options for the node; used only for sending. */
  options?: SolanaSendOptions | undefined
}

declare module '@foyer/core' {
  interface Transactions {
    solana: SolanaTransaction
  }
}

const schema = v.strictObject(
  {
    transaction: v.union(
      [v.string(), v.custom<ArrayBufferView>((value) => ArrayBuffer.isView(value))],
      'must be bytes or base64 text',
    ),
    options: v.optional(solanaSendOptions),
  },
  'is no field of a transaction',
)

/**
 * Validates a transaction to sign.
 *
 * @param parameters.address - Must be one of its signers.
 * @throws FoyerError `params-invalid`; `details` names the field and the fix
 * @source spec 5.5
 */
export function parseSolanaTransaction(
  input: unknown,
  { address }: { address: string },
): {
  transaction: WireTransaction
  options: v.InferOutput<typeof solanaSendOptions> | undefined
} {
  const parsed = v.safeParse(schema, input)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const path = issue.path ? `.${v.getDotPath(issue)}` : ''
    throw new FoyerError('params-invalid', { details: `transaction${path} ${issue.message}.` })
  }
  const transaction = parseWireTransaction(parsed.output.transaction, 'transaction.transaction')
  if (!Object.hasOwn(transaction.signatures, address))
    throw new FoyerError('params-invalid', {
      details: `The transaction does not ask for a signature of ${address}.`,
    })
  return { transaction, options: parsed.output.options }
}
