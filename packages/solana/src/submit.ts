import type { Rpc } from '@foyer/core'
import { FoyerError, type SolanaSendOptions } from '@foyer/protocol'
import * as v from 'valibot'
import { askNode } from './askNode.ts'
import { toBase58 } from './bytes.ts'
import { errorLevels } from './errorLevels.ts'
import { parseWireTransaction } from './wireTransaction.ts'

/**
 * Sends a signed transaction to a node.
 *
 * @param parameters.signed - base64.
 * @returns The transaction id: its first signature, base58.
 * @throws FoyerError `transaction-rejected`, `rpc-failed`, and the errors of `rpc`
 * @source https://solana.com/docs/rpc/http/sendtransaction
 */
export async function submit({
  options,
  rpc,
  signed,
}: {
  options?: SolanaSendOptions | undefined
  rpc: Rpc
  signed: string
}): Promise<string> {
  const missing = Object.entries(parseWireTransaction(signed).signatures).find(([, one]) => !one)
  if (missing)
    throw new FoyerError('transaction-rejected', {
      details: `The transaction also needs the signature of ${missing[0]}.`,
    })
  const [id] = Object.values(parseWireTransaction(signed).signatures).map((one) =>
    toBase58(one as Uint8Array),
  )
  try {
    await askNode(rpc, v.string(), {
      method: 'sendTransaction',
      params: [signed, { encoding: 'base64', preflightCommitment: 'confirmed', ...options }],
    })
  } catch (error) {
    // The node already has the transaction from an earlier try.
    const isThere = errorLevels(error).some(({ err }) => err === 'AlreadyProcessed')
    if (!isThere) throw error
  }
  return id as string
}
