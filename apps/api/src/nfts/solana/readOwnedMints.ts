import * as v from 'valibot'
import { tokenPrograms } from '../../balances/readSolanaBalances.ts'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { parseResult } from '../../rpc/parseResult.ts'
import { type AssetPage, type NftAsset, pageSize } from './nftAsset.ts'
import { readMints } from './readMints.ts'

const tokenAccounts = v.object({
  value: v.array(
    v.object({
      account: v.object({
        data: v.object({
          parsed: v.object({
            info: v.object({
              mint: v.string(),
              state: v.string(),
              tokenAmount: v.object({ amount: v.string(), decimals: v.number() }),
            }),
          }),
        }),
      }),
    }),
  ),
})

/**
 * Reads a page of an account's NFTs from its token accounts: those that hold one indivisible unit, in the order of their
 * mints.
 *
 * @param after - the last mint of the page before; empty for the first page
 * @throws {@link HttpError} 502 when the chain does not answer
 */
export async function readOwnedMints(
  rpc: ChainRpc,
  chain: SolanaChain,
  { address, after }: { address: string; after: string },
): Promise<AssetPage> {
  const answers = await rpc.send(
    chain,
    Object.values(tokenPrograms).map((programId) => ({
      method: 'getTokenAccountsByOwner',
      params: JSON.stringify([
        address,
        { programId },
        { encoding: 'jsonParsed', commitment: 'confirmed' },
      ]),
    })),
  )
  const held = new Map<string, { isFrozen: boolean }>()
  for (const answer of answers) {
    for (const { account } of parseResult(chain, answer, tokenAccounts).value) {
      const { mint, state, tokenAmount } = account.data.parsed.info
      if (tokenAmount.amount === '1' && tokenAmount.decimals === 0)
        held.set(mint, { isFrozen: state === 'frozen' })
    }
  }
  const left = [...held.keys()].filter((mint) => mint > after).toSorted()
  const page = left.slice(0, pageSize)
  const facts = await readMints(rpc, chain, page)
  return {
    assets: page.flatMap((id): NftAsset | [] => {
      const known = facts.get(id)
      if (known === undefined) return []
      const { collection, isTransferable, name } = known
      // Programs that keep their own rules of transfer freeze the accounts of their tokens.
      const isSendable = isTransferable && held.get(id)?.isFrozen === false
      return { id, name, collection, isSendable, isCompressed: false, standard: 'SPL' }
    }),
    next: left.length > pageSize ? page.at(-1) : undefined,
  }
}
