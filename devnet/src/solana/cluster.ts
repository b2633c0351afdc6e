import { type Address, address } from '@solana/kit'

/** The local Solana as everybody knows it before it runs. */
export const solanaDevnet = {
  /** The CAIP-2 id: the first 32 letters of the genesis hash. */
  caipId: 'solana:6wV3dpgBTyo1TdahPEoGLL6odJGYSLb6',
  genesisHash: '6wV3dpgBTyo1TdahPEoGLL6odJGYSLb6GguPYb3kMzT4',
  /** What the Wallet Standard calls a network on this machine. */
  standardId: 'solana:localnet',
  name: 'Foyer Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  /** The TCP port `npm start` uses; WebSockets are on the next one too, where `@solana/web3.js` looks for them. */
  port: 4120,
  rpcUrl: 'http://127.0.0.1:4120',
  wsUrl: 'ws://127.0.0.1:4121',
} as const

/** The validator that the answers name; nobody has its key. */
export const identity: Address = address('Be3ZqnHANkqdsyALyMTRspPnsfHG4BHPBFoMjdSxVSEy')

/** How long a slot lasts when nothing happens, ms. @source https://docs.anza.xyz/consensus/synchronization */
export const slotMs = 400

/** How many slots a blockhash may be behind. @source solana-clock MAX_PROCESSING_AGE */
export const blockhashWindow = 150n

/** How many slots after its own a transaction is final. @source solana-vote MAX_LOCKOUT_HISTORY + 1 */
export const finalizedAfterSlots = 32n

export const slotsPerEpoch = 432_000n

/** The base fee for each signature, in lamports. */
export const signatureFee = 5_000n
