import { openDatabase } from '@foyer/server/database'
import * as v from 'valibot'
import { createApiLog } from '../apiLog.ts'
import { chainConfigs } from '../chains/chainConfig.ts'
import { apiDatabase } from '../database/apiDatabase.ts'
import { createMetrics } from '../metrics.ts'
import { createChainRpc } from '../rpc/chainRpc.ts'
import type { start } from '../start.ts'
import { isIndexed, startIndexer } from './startIndexer.ts'

/**
 * Runs the indexer as its own process, which shares the database with the api's servers.
 *
 * @returns The number of indexed chains, and a function that stops it.
 * @throws Error when the database can not be opened, or belongs to one process only
 */
export async function runIndexer(
  options: Omit<start.Options, 'port'>,
): Promise<{ chains: number; stop(): Promise<void> }> {
  const location = options.database
  if (location?.kind !== 'postgres')
    throw new Error(
      'An indexer of its own needs DATABASE_URL: a data folder is open in one process, the server, which reads the chains itself.',
    )
  const chains = v.parse(chainConfigs, options.chains ?? [])
  const log = createApiLog(options, chains)
  const database = await openDatabase(apiDatabase, location)
  const rpc = createChainRpc({ chains, log, metrics: createMetrics() })
  const indexer = startIndexer({ ...options.indexer, log, queries: database.queries, rpc })
  return {
    chains: chains.filter(isIndexed).length,
    async stop() {
      await indexer.stop()
      await database.close()
    },
  }
}
