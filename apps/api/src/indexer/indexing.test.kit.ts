import { devnetAddresses, devnetTokens } from '@foyer/devnet'
import { createLog } from '@foyer/server'
import { desc } from 'drizzle-orm'
import * as v from 'valibot'
import { type Address, type Hex, numberToHex } from 'viem'
import { chainConfigs, type EvmChainConfig } from '../chains/chainConfig.ts'
import type { Database } from '../database/apiDatabase.ts'
import { createMetrics } from '../metrics.ts'
import { type ChainRpc, createChainRpc } from '../rpc/chainRpc.ts'
import { askChain } from '../rpc/sendFrom.test.kit.ts'
import type { BlockReader } from './chainBlock.ts'
import { createChainIndexer } from './chainIndexer.ts'
import { createEvmReader } from './evm/createEvmReader.ts'
import {
  historyBlocks,
  historyEntries,
  historyTransactions,
  historyTransfers,
} from './historyTables.ts'
import { isIndexed } from './startIndexer.ts'

/** A chain of the devnet as an operator configures it. */
export const devnetChain = (
  url: string,
  changes: Partial<EvmChainConfig> = {},
): EvmChainConfig => ({
  caipId: 'eip155:31337',
  name: 'Foyer Devnet',
  rpcUrls: [url],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: devnetTokens.map(({ address, decimals, name, symbol }) => ({
    ...{ address, decimals, name, symbol },
  })),
  pools: {
    factory: devnetAddresses.uniswapV2Factory,
    wrappedNative: devnetAddresses.weth,
    dollars: [devnetAddresses.usdc],
  },
  ...changes,
})

export type Sent = { hash: Hex; status: Hex; contractAddress: Address | null; feeWei: bigint }

/** Sends a transaction of one of the node's own accounts, which may fail, and waits until it is in a block. */
export async function transact(
  url: string,
  { value = 0n, ...rest }: { from: Address; to?: Address; data?: Hex; value?: bigint },
): Promise<Sent> {
  // Of mined transactions: right after a block anvil's own count may be wrong, and the transaction waits for ever.
  const nonce = await askChain<Hex>(url, 'eth_getTransactionCount', [rest.from, 'latest'])
  const transaction = { gas: '0x4c4b40', nonce, ...rest, value: numberToHex(value) }
  const hash = await askChain<Hex>(url, 'eth_sendTransaction', [transaction])
  for (let waited = 0; ; waited++) {
    const receipt = await askChain<
      (Sent & { gasUsed: Hex; effectiveGasPrice: Hex; transactionHash: Hex }) | null
    >(url, 'eth_getTransactionReceipt', [hash])
    if (receipt) {
      const feeWei = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
      return { hash, status: receipt.status, contractAddress: receipt.contractAddress, feeWei }
    }
    if (waited === 4_000) {
      const pool = JSON.stringify(await askChain(url, 'txpool_status', []))
      throw new Error(`${hash} is in no block, and the pool is ${pool}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export function createTestRpc(chain: EvmChainConfig): ChainRpc {
  const log = createLog({ app: 'api', level: 'silent' })
  const chains = v.parse(chainConfigs, [chain])
  return createChainRpc({ chains, log, metrics: createMetrics(), wait: async () => {} })
}

/** The indexer of one chain, driven by hand. */
export function createTestIndexer({
  chain,
  database,
  wrap = (reader) => reader,
  ...options
}: {
  chain: EvmChainConfig
  database: Database
  /** Puts something between the indexer and the chain. */
  wrap?: (reader: BlockReader) => BlockReader
} & Partial<createChainIndexer.Options>) {
  const rpc = createTestRpc(chain)
  const configured = rpc.chains.find(isIndexed)!
  const indexer = createChainIndexer({
    chainId: configured.caipId,
    holder: 'test',
    queries: database.queries,
    reader: wrap(createEvmReader(rpc, configured)),
    ...options,
  })
  return {
    ...indexer,
    /** Reads until the newest block. */
    async toHead() {
      for (;;) if ((await indexer.step()) !== 'more') return
    },
  }
}

/** Newest blocks that are compared: after a reorganisation fewer of the oldest have their hash than after a first read. */
const comparedBlocks = 200

/** Everything that is stored of blocks, in one order. */
export async function readRows({ queries }: Database) {
  const [blocks, transactions, transfers, entries] = await Promise.all([
    queries.select().from(historyBlocks).orderBy(desc(historyBlocks.block)).limit(comparedBlocks),
    queries.select().from(historyTransactions),
    queries.select().from(historyTransfers),
    queries.select().from(historyEntries),
  ])
  const sorted = (rows: readonly object[]) =>
    rows
      .map((row) => JSON.stringify(row, (_, one) => (typeof one === 'bigint' ? `${one}` : one)))
      .sort()
  return {
    blocks: sorted(blocks),
    transactions: sorted(transactions),
    transfers: sorted(transfers),
    entries: sorted(entries),
  }
}
