import { type Address, address } from '@solana/kit'

/** A market of two tokens on the local Solana. Its price is the quotient of its two balances. */
export type SolanaPool = {
  /** Derived from the program, both mints and `bump`. */
  address: Address
  bump: number
  /** The two mints; coins are wrapped. */
  mints: readonly [Address, Address]
  /** The pool's token accounts. */
  vaults: readonly [Address, Address]
  /** Initial balances, in the smallest units. */
  reserves: readonly [bigint, bigint]
  /** Part of each payment that stays in the pool; 100 basis points are one percent. */
  feeBps: number
}

/** The program of the pools: `pool.c`. */
export const poolProgramAddress: Address = address('34qrfmiwkoPqSjLKFMBPubVnadtjNN6Q5rDGcSpFXahz')
/** The mint of wrapped coins. */
export const wrappedSol: Address = address('So11111111111111111111111111111111111111112')
const usdc = address('ASFiJWWeb1RMWvD79Jq6smRjS9C4CnvcgCrQKm2rGY9R')
const bonk = address('8aQvTyBS3rvC2Nb3g5zND3q9VbCBEgLskYeo2w3KoutA')

/** The initial pools: a coin costs 150 dollars, a million of BONK 20. */
export const solanaPools: readonly SolanaPool[] = [
  {
    ...{ address: address('FmXpGJuKiL5foLPB2VRBDbmaVmVvTQxJLL6meZuDY9H2'), bump: 255, feeBps: 30 },
    mints: [wrappedSol, usdc],
    vaults: [
      address('FeAKEXq2UehzCfNicHVgQM1X4F7vHywBAunpVGNgCcJv'),
      address('GwAtT5Pa7Tct3pKVx1GSZNTeGyZbB4cHAJhegHZU3RSr'),
    ],
    reserves: [20_000_000_000_000n, 3_000_000_000_000n],
  },
  {
    ...{ address: address('8DyffDfwJYfEAFm9tNSEYQmEzBDj9yHRe2fTHXbRNEK8'), bump: 254, feeBps: 30 },
    mints: [usdc, bonk],
    vaults: [
      address('9o7mTXjzuinrZ7Cc44VxBywqdJuNK8ej1Z1uqxXS7nH6'),
      address('6nLpH7MixgHiYV8iVcAeKsQz5LECDt3er1YTqudTPKMf'),
    ],
    reserves: [100_000_000_000n, 500_000_000_000_000n],
  },
]
