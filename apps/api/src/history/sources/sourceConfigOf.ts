import type { Chain, EvmChain } from '../../chains/chainConfig.ts'

/** The configuration of a hosted source of an EVM chain. */
export type SourceConfig = HostedConfig & {
  readonly source: 'etherscan' | 'blockscout' | 'alchemy'
}
/** The configuration that every hosted source has. */
export type HostedConfig = { readonly url: string; readonly apiKey?: string | undefined }

/** Returns the hosted source of a chain; undefined for a chain that is indexed, or told by its own node. */
export function sourceConfigOf(chain: EvmChain): SourceConfig | undefined
export function sourceConfigOf(chain: Chain): HostedConfig | undefined
export function sourceConfigOf({ history }: Chain): HostedConfig | undefined {
  return typeof history === 'object' && 'source' in history ? history : undefined
}
