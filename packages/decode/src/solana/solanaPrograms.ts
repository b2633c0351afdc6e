/** Programs whose instructions can be decoded. @source https://solana.com/docs/core/programs; https://spl.solana.com */
export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associated: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  oldMemo: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  stake: 'Stake11111111111111111111111111111111111111',
  lookupTable: 'AddressLookupTab1e1111111111111111111111111',
} as const

/** Returns whether an address is SPL Token or Token-2022. */
export function isTokenProgram(address: string): boolean {
  return address === programs.token || address === programs.token2022
}
