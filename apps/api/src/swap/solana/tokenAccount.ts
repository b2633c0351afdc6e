import { base58 } from '@scure/base'
import * as v from 'valibot'
import { tokenPrograms } from '../../balances/readSolanaBalances.ts'

/** An account of the chain, as a node gives it. */
export const chainAccount = v.nullable(
  v.object({
    lamports: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.transform((count) => BigInt(count)),
    ),
    owner: v.string(),
    data: v.pipe(
      v.tuple([v.pipe(v.string(), v.base64()), v.literal('base64')]),
      v.transform(([text]) => Buffer.from(text, 'base64')),
    ),
  }),
)
export type ChainAccount = v.InferOutput<typeof chainAccount>

/** Lamports of an account that holds tokens: given back when it is closed. @source https://solana.com/docs/core/accounts#rent */
export const tokenAccountLamports = 2_039_280n

/** A token account of a user. */
export type TokenAccount = {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  /** The delegate and its amount, the state, and the account that may close it, in hex. */
  readonly rights: string
}

/** Offsets. @source https://docs.rs/spl-token-interface/latest/spl_token_interface/state/struct.Account.html */
const at = { owner: 32, amount: 64, rights: 72, end: 165 } as const
/** A mint of Token-2022 with extensions is longer than an account, and has this mark at the end of one. */
const accountKind = 2
const isNativeAt = { from: 109, to: 121 } as const

/** Parses a token account of either program; undefined for any other account. */
export function parseTokenAccount(account: ChainAccount): TokenAccount | undefined {
  if (account === null || !Object.values<string>(tokenPrograms).includes(account.owner))
    return undefined
  const { data } = account
  const isAccount = data.length === at.end || (data.length > at.end && data[at.end] === accountKind)
  if (!isAccount) return undefined
  // Without the deposit of a wrapped account, which is no right.
  const rights = [
    data.subarray(at.rights, isNativeAt.from),
    data.subarray(isNativeAt.to, at.end),
  ].map((part) => part.toString('hex'))
  return {
    mint: base58.encode(data.subarray(0, at.owner)),
    owner: base58.encode(data.subarray(at.owner, at.amount)),
    amount: data.readBigUInt64LE(at.amount),
    rights: rights.join(),
  }
}

/** The rights of an account that only its owner may use. */
export const ownRights = `${'00'.repeat(36)}01,${'00'.repeat(44)}`
