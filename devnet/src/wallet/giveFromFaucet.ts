import type * as v from 'valibot'
import type { Faucet } from '../evm/faucet.ts'
import { solanaDevnet } from '../solana/cluster.ts'
import type { SolanaFaucet } from '../solana/faucet.ts'
import type { faucetRequest } from './faucetRequest.ts'

/**
 * Serves a faucet request.
 *
 * @returns The transaction; undefined if the chain is unknown.
 * @throws Error of the faucet
 */
export async function giveFromFaucet(
  { faucets, solanaFaucet }: giveFromFaucet.Faucets,
  gift: v.InferOutput<typeof faucetRequest>,
): Promise<string | undefined> {
  if (gift.chainId === solanaDevnet.caipId) {
    const { address: to, token, amount } = gift
    return token
      ? solanaFaucet?.giveToken({ to, token, amount })
      : solanaFaucet?.giveSol({ to, amount })
  }
  const { address: to, token, amount } = gift
  const faucet = faucets.get(gift.chainId)
  return token ? faucet?.giveToken({ to, token, amount }) : faucet?.giveEther({ to, amount })
}

export declare namespace giveFromFaucet {
  type Faucets = {
    /** By EIP-155 number. */
    faucets: ReadonlyMap<number, Faucet>
    solanaFaucet: SolanaFaucet | undefined
  }
}
