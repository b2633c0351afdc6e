import type { Chain } from '../../chains/chainConfig.ts'

/** The configuration of a hosted source. */
export type SourceConfig = {
  readonly source: 'etherscan' | 'blockscout' | 'alchemy'
  readonly url: string
  readonly apiKey?: string | undefined
}

/** Returns the hosted source of a chain; undefined for a chain that is indexed. */
export const sourceConfigOf = ({ history }: Chain): SourceConfig | undefined =>
  typeof history === 'object' && 'source' in history ? history : undefined
