import { getMintDecoder, getTokenDecoder, type Mint, type Token } from '@solana-program/token'
import type { AccountState } from './accountState.ts'
import { isTokenProgram, token2022Program } from './programs.ts'

const mintSize = 82
const accountSize = 165
/** Offset of the kind of an account with extensions: 1 a mint, 2 a token account. */
const kindOffset = accountSize

/** @returns undefined if it is not an initialized token account. */
export function readTokenAccount({ data, owner }: AccountState): Token | undefined {
  const isAccount =
    isTokenProgram(owner) &&
    (data.length === accountSize ||
      (owner === token2022Program && data.length > accountSize && data[kindOffset] === 2))
  if (!isAccount) return undefined
  const token = getTokenDecoder().decode(data.slice(0, accountSize))
  return token.state === 0 ? undefined : token
}

/** @returns undefined if it is not an initialized mint. */
export function readMint({ data, owner }: AccountState): Mint | undefined {
  const isMint =
    isTokenProgram(owner) &&
    (data.length === mintSize ||
      (owner === token2022Program && data.length > accountSize && data[kindOffset] === 1))
  if (!isMint) return undefined
  const mint = getMintDecoder().decode(data.slice(0, mintSize))
  return mint.isInitialized ? mint : undefined
}
