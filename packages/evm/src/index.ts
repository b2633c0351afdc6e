export { defineNetwork } from './defineNetwork.ts'
export { evm } from './evm.ts'
export type { EvmTransaction } from './evmTransaction.ts'
export { announceFarcaster, type FarcasterOptions } from './farcasterWallet.ts'
export {
  arbitrum,
  arbitrumSepolia,
  aurora,
  avalanche,
  avalancheFuji,
  base,
  baseSepolia,
  bsc,
  celo,
  fantom,
  gnosis,
  hoodi,
  kaia,
  mainnet,
  optimism,
  optimismSepolia,
  polygon,
  polygonAmoy,
  sepolia,
  zksync,
  zora,
} from './networks.ts'
