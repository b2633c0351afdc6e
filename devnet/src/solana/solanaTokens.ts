import { type Address, address } from '@solana/kit'
import { token2022Program, tokenProgram } from './programs.ts'

/** A token of the local Solana; the faucet's account may mint it. */
export type SolanaToken = {
  /** The mint. */
  address: Address
  symbol: string
  name: string
  decimals: number
  /** The token program. */
  program: Address
  /** Initial balance of each of the accounts 0-4, in the smallest unit. */
  startBalance: bigint
  /** The part of each transfer that is withheld; 100 basis points are one percent. */
  transferFee?: { basisPoints: number; maximum: bigint }
  /** Its owner can not transfer it. */
  isNonTransferable?: true
  /** Name, symbol and URI of the description are in the mint itself. */
  metadataUri?: string
}

/** The initial tokens, always at the same addresses. */
export const solanaTokens: readonly SolanaToken[] = [
  {
    address: address('ASFiJWWeb1RMWvD79Jq6smRjS9C4CnvcgCrQKm2rGY9R'),
    symbol: 'USDC',
    name: 'Devnet USDC',
    decimals: 6,
    program: tokenProgram,
    startBalance: 10_000_000_000n,
  },
  {
    address: address('8aQvTyBS3rvC2Nb3g5zND3q9VbCBEgLskYeo2w3KoutA'),
    symbol: 'BONK',
    name: 'Devnet Bonk',
    decimals: 5,
    program: tokenProgram,
    startBalance: 2_500_000_000_000n,
  },
  {
    address: address('Hpfkt4jwbSXLfeUR56hBqzbAHqYyLNRY7C463mSGpYaz'),
    symbol: 'PLAIN',
    name: 'Devnet Plain 2022',
    decimals: 9,
    program: token2022Program,
    startBalance: 100_000_000_000n,
  },
  {
    address: address('EQpNxefKWC1ffoceSecVzhmtnxTjeLENk3URzWKWt9qA'),
    symbol: 'META',
    name: 'Devnet Metadata',
    decimals: 6,
    program: token2022Program,
    startBalance: 420_000_000n,
    metadataUri: 'http://127.0.0.1:4120/metadata/META.json',
  },
  {
    address: address('F4vvCqYbeQpyFoxDQFC1t7jCTjJ33ThzE85RvLzAVufW'),
    symbol: 'FEE',
    name: 'Devnet Transfer Fee',
    decimals: 6,
    program: token2022Program,
    startBalance: 1_000_000_000n,
    transferFee: { basisPoints: 100, maximum: 5_000_000n },
    metadataUri: 'http://127.0.0.1:4120/metadata/FEE.json',
  },
  {
    address: address('6VvReceoiMWApLCwTAcxEMUvKzzbLHfanhxBBZSQKyVv'),
    symbol: 'BADGE',
    name: 'Devnet Badge',
    decimals: 0,
    program: token2022Program,
    startBalance: 1n,
    isNonTransferable: true,
    metadataUri: 'http://127.0.0.1:4120/metadata/BADGE.json',
  },
]
