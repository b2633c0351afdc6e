import type { Adapter } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { send } from './send.ts'

/**
 * Sends an NFT that is a token of its own mint; a token account of the receiver is made if there is none.
 *
 * @param parameters.amount - Must be 1.
 * @param parameters.contract - The mint.
 * @param parameters.maxPriorityFee - Maximum priority fee, lamports.
 * @returns The transaction id: base58 of 64 bytes.
 * @throws FoyerError `params-invalid` (not one unit, or no token), and the errors of `send`
 */
export async function sendNft({
  amount,
  contract,
  standard,
  tokenId: _,
  ...rest
}: sendNft.Parameters): Promise<string> {
  if (standard !== 'SPL' || amount !== 1n)
    throw new FoyerError('params-invalid', {
      details: standard === 'SPL' ? 'amount must be 1n.' : 'Only NFTs of mints can be sent.',
    })
  return send({ ...rest, amount, token: contract })
}

type Transfer = Parameters<NonNullable<Adapter['sendNft']>>[0]

export declare namespace sendNft {
  type Parameters = Transfer & { maxPriorityFee: bigint }
}
