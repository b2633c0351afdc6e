import { arbitrum, base, mainnet, optimism, polygon } from '@foyer/evm'
import { solanaMainnet } from '@foyer/solana'

/** Networks of the outside world that the panel offers besides those of this installation. */
export const publicNetworks = [mainnet, base, optimism, arbitrum, polygon, solanaMainnet] as const
