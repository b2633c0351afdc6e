import { type Address, address } from '@solana/kit'

/** The known facts of the local Solana before it runs. */
export const solanaDevnet = {
  /** The CAIP-2 id: the first 32 characters of the genesis hash. */
  caipId: 'solana:6wV3dpgBTyo1TdahPEoGLL6odJGYSLb6',
  genesisHash: '6wV3dpgBTyo1TdahPEoGLL6odJGYSLb6GguPYb3kMzT4',
  /** The Wallet Standard's name for a network on this machine. */
  standardId: 'solana:localnet',
  name: 'Foyer Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  /** The TCP port of `npm start`; WebSockets are also on the next one, where `@solana/web3.js` expects them. */
  port: 4120,
  rpcUrl: 'http://127.0.0.1:4120',
  wsUrl: 'ws://127.0.0.1:4121',
} as const

/** The validator named in answers; its key does not exist. */
export const identity: Address = address('Be3ZqnHANkqdsyALyMTRspPnsfHG4BHPBFoMjdSxVSEy')

/** Duration of an empty slot, ms. @source https://docs.anza.xyz/consensus/synchronization */
export const slotMs = 400

/** Maximum age of a blockhash, in slots. @source solana-clock MAX_PROCESSING_AGE */
export const blockhashWindow = 150n

/** Slots until a transaction is final. @source solana-vote MAX_LOCKOUT_HISTORY + 1 */
export const finalizedAfterSlots = 32n

export const slotsPerEpoch = 432_000n

/** The base fee per signature, in lamports. */
export const signatureFee = 5_000n
