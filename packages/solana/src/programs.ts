/** Program ids of coins and tokens. @source https://solana.com/docs/core/programs; https://spl.solana.com/token */
export const systemProgram = '11111111111111111111111111111111'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** Programs that own token accounts. */
export const tokenPrograms: readonly string[] = [tokenProgram, token2022Program]
