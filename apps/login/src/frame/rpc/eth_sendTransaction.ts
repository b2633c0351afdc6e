import { fromHex, toHex } from '@foyer/decode/internal'
import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Rpc } from '../createRpc.ts'
import { fillTransaction } from './fillTransaction.ts'
import { hexChainId, type SigningCall } from './signingCall.ts'

/** Fills in, signs and broadcasts a transaction. @returns Its hash, `0x` and 64 hex digits. */
export const eth_sendTransaction: SigningCall = async ({ params, approve, ...call }) => {
  const [transaction] = params as [Record<string, unknown>]
  const { address, network, rpc } = call
  requireOwnAccount(String(transaction.from), address)
  const chainId = hexChainId(network)
  return approve(
    {
      ...call,
      build: async () => ({
        method: 'eth_sendTransaction',
        chainId,
        params: [
          await fillTransaction(transaction, { chainId: BigInt(chainId), from: address, rpc }),
        ],
      }),
    },
    (raw) => broadcast(raw, rpc),
  )
}

/**
 * Broadcasts a signed transaction. @returns Its hash.
 *
 * @throws {@link FoyerError} `rpc-failed` with the node's message; `unknown` when the node returns another hash
 */
export async function broadcast(raw: unknown, rpc: Rpc): Promise<string> {
  const hash = toHex(keccak_256(fromHex(raw as string)))
  const answer = await rpc('eth_sendRawTransaction', [raw as string])
  if (answer === hash) return hash
  throw new FoyerError('unknown', { details: `The node took ${hash} for another transaction.` })
}
