import { type Address, address } from '@solana/kit'
import { token2022Program, tokenProgram } from './programs.ts'

/** A token of the local Solana; the faucet's account may mint more of it. */
export type SolanaToken = {
  /** The mint. */
  address: Address
  symbol: string
  name: string
  decimals: number
  /** The program that runs it. */
  program: Address
  /** What each of the accounts 0-4 holds at the start, in the smallest unit. */
  startBalance: bigint
  /** A share of each transfer that stays behind; 100 basis points are one percent. */
  transferFee?: { basisPoints: number; maximum: bigint }
  /** It stays with who got it. */
  isNonTransferable?: true
  /** Name, symbol and this address of a description stand in the mint itself. */
  metadataUri?: string
}

/** The tokens of every start, at the same addresses. */
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
