import type { Network } from '@foyer/core'
import { defineNetwork } from '@foyer/evm'
import { defineNetwork as defineCluster } from '@foyer/solana'
import { publicNetworks } from './publicNetworks.ts'
import type { SiteConfig } from './siteConfig.ts'

/** The networks of this installation. */
export function listOwnNetworks({ networks }: Pick<SiteConfig, 'networks'>): Network[] {
  return networks.map(({ id, tokens: _, ...network }) =>
    typeof id === 'number' ? defineNetwork({ ...network, id }) : defineCluster({ ...network, id }),
  )
}

/** All networks that a page of this installation can offer; its own come first. */
export function listNetworks(config: SiteConfig): Network[] {
  return [...listOwnNetworks(config), ...publicNetworks]
}
