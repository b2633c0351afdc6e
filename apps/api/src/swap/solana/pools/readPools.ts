import { base58 } from '@scure/base'
import * as v from 'valibot'
import type { SolanaChain } from '../../../chains/chainConfig.ts'
import type { ChainRpc } from '../../../rpc/chainRpc.ts'
import { parseResult } from '../../../rpc/parseResult.ts'
import { type ChainAccount, chainAccount } from '../tokenAccount.ts'

/** A pool's facts, which never change. */
export type Pool = {
  readonly address: string
  readonly mints: readonly [string, string]
  readonly vaults: readonly [string, string]
  readonly feeBps: bigint
}

const accountsResult = v.object({ value: v.array(chainAccount) })
const mark = 'FOYRPOOL'
const poolBytes = 152

/**
 * Reads accounts of a chain, at most 100.
 * @throws {@link HttpError} 502 when the chain does not answer
 */
export async function readChainAccounts(
  rpc: ChainRpc,
  chain: SolanaChain,
  addresses: readonly string[],
): Promise<ChainAccount[]> {
  const [answer] = await rpc.send(chain, [
    {
      method: 'getMultipleAccounts',
      params: JSON.stringify([addresses, { encoding: 'base64', commitment: 'confirmed' }]),
    },
  ])
  return parseResult(chain, answer, accountsResult).value
}

/**
 * Reads the pools of a chain's configuration; an account that is no pool of the program is left out.
 * @throws {@link HttpError} 502 when the chain does not answer
 * @source devnet/src/solana/pool/pool.c
 */
export async function readPools(rpc: ChainRpc, chain: SolanaChain): Promise<Pool[]> {
  const settings = chain.swaps
  if (!settings) return []
  const accounts = await readChainAccounts(rpc, chain, settings.pools)
  return settings.pools.flatMap((address, index) => {
    const account = accounts[index]
    const { data = Buffer.alloc(0), owner } = account ?? {}
    if (owner !== settings.program || data.length !== poolBytes) return []
    if (data.toString('latin1', 0, mark.length) !== mark) return []
    const keyAt = (at: number) => base58.encode(data.subarray(at, at + 32))
    const mints = [keyAt(8), keyAt(40)] as const
    const vaults = [keyAt(72), keyAt(104)] as const
    return [{ address, mints, vaults, feeBps: data.readBigUInt64LE(136) }]
  })
}
