import { arbitrum, base, mainnet, optimism, polygon } from '@foyer/evm'
import { solanaMainnet } from '@foyer/solana'

/** Public networks that the panel offers in addition to those of this installation. */
export const publicNetworks = [mainnet, base, optimism, arbitrum, polygon, solanaMainnet] as const
