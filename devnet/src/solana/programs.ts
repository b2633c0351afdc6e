import { type Address, address } from '@solana/kit'

export const systemProgram: Address = address('11111111111111111111111111111111')
export const tokenProgram: Address = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const token2022Program: Address = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const associatedTokenProgram: Address = address(
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
)
export const computeBudgetProgram: Address = address('ComputeBudget111111111111111111111111111111')
/** Not on the local Solana; it owns the accounts with names of NFTs. */
export const metaplexProgram: Address = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
export const memoProgram: Address = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

/** True for the programs that own token accounts and mints. */
export const isTokenProgram = (program: Address): boolean =>
  program === tokenProgram || program === token2022Program
