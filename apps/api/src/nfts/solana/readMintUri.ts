import type { SolanaChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { readAssetUri } from './dasAssets.ts'
import { readMints } from './readMints.ts'

/**
 * Reads where an NFT is described: from its mint, else, for one without, from the node's list of assets.
 *
 * @returns undefined when nothing names a place
 * @throws {@link HttpError} 502 when the chain does not answer
 */
export async function readMintUri(
  rpc: ChainRpc,
  chain: SolanaChain,
  mint: string,
): Promise<string | undefined> {
  const facts = (await readMints(rpc, chain, [mint])).get(mint)
  return facts ? facts.uri : readAssetUri(rpc, chain, mint)
}
