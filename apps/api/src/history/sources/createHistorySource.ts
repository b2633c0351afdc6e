import type { EvmChain } from '../../chains/chainConfig.ts'
import { createAlchemySource } from './alchemySource.ts'
import { createEtherscanSource } from './etherscanSource.ts'
import type { HistorySource } from './historySource.ts'
import { sourceConfigOf } from './sourceConfigOf.ts'

/** Makes the hosted source of a chain; undefined for a chain that is indexed. */
export function createHistorySource(chain: EvmChain): HistorySource | undefined {
  const config = sourceConfigOf(chain)
  if (config === undefined) return undefined
  return config.source === 'alchemy'
    ? createAlchemySource(config)
    : createEtherscanSource(chain, config)
}
