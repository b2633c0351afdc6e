import { and, eq, inArray } from 'drizzle-orm'
import { type MintNames, nameless, readMintNames } from '../../balances/readMintNames.ts'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import type { Queries } from '../../database/apiDatabase.ts'
import { historyTokens } from '../../indexer/historyTables.ts'
import { readMints } from '../../nfts/solana/readMints.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'

/** Maximum of new mints that one request looks up. */
const maxNewMints = 200
const maxNewNfts = 100

/**
 * Reads names and symbols of mints, `isWhole` for indivisible ones, which may be NFTs: from the operator's list, else from the database, else from the mint itself; the last
 * are stored permanently. A mint without a name is called by its address.
 *
 * @throws {@link HttpError} 502 when a mint is new and the node does not answer
 */
export async function readMintFacts(
  { queries, rpc }: { queries: Pick<Queries, 'insert' | 'select'>; rpc: ChainRpc },
  chain: SolanaChain,
  mints: ReadonlyMap<string, { isWhole: boolean }>,
): Promise<(mint: string) => MintNames> {
  const chainId: string = chain.caipId
  const known = new Map<string, MintNames>(chain.tokens.map((token) => [token.address, token]))
  const open = [...mints.keys()].filter((mint) => !known.has(mint))
  if (open.length > 0) {
    const stored = await queries
      .select()
      .from(historyTokens)
      .where(and(eq(historyTokens.chainId, chainId), inArray(historyTokens.address, open)))
    for (const { address, name, symbol } of stored)
      known.set(address, name === null || symbol === null ? nameless(address) : { name, symbol })
    const missing = open.filter((mint) => !known.has(mint)).slice(0, maxNewMints)
    const whole = missing.filter((mint) => mints.get(mint)?.isWhole)
    const [named, nfts] = await Promise.all([
      readMintNames(rpc, chain, missing),
      readMints(rpc, chain, whole.slice(0, maxNewNfts)),
    ])
    for (const [mint, { name }] of nfts) if (name !== null) named.set(mint, { name, symbol: name })
    const rows = missing.map((address) => {
      const { name, symbol } = named.get(address) ?? { name: null, symbol: null }
      return { chainId, address, name, symbol, decimals: null }
    })
    if (rows.length > 0) await queries.insert(historyTokens).values(rows).onConflictDoNothing()
    for (const [mint, names] of named) known.set(mint, names)
  }
  return (mint) => known.get(mint) ?? nameless(mint)
}
