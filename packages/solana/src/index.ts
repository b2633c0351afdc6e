export { defineNetwork } from './defineNetwork.ts'
export { solanaDevnet, solanaLocalnet, solanaMainnet, solanaTestnet } from './networks.ts'
export { solana } from './solana.ts'
export type { SolanaTransaction } from './solanaTransaction.ts'
