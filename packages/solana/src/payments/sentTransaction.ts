import * as v from 'valibot'
import { count } from '../askNode.ts'

const index = v.pipe(v.union([v.number(), v.bigint()]), v.transform(Number), v.integer())
const holding = v.object({
  accountIndex: index,
  mint: v.string(),
  owner: v.optional(v.string()),
  uiTokenAmount: v.object({ amount: v.pipe(v.string(), v.regex(/^\d{1,20}$/)) }),
})
const holdings = v.pipe(v.nullish(v.array(holding), []))

/** A transaction as `getTransaction` answers with the encoding `json`. @source https://solana.com/docs/rpc/http/gettransaction */
export const sentTransaction = v.object({
  blockTime: v.nullish(count),
  meta: v.object({
    err: v.unknown(),
    loadedAddresses: v.nullish(
      v.object({ readonly: v.array(v.string()), writable: v.array(v.string()) }),
    ),
    postBalances: v.array(count),
    postTokenBalances: holdings,
    preBalances: v.array(count),
    preTokenBalances: holdings,
  }),
  transaction: v.object({
    message: v.object({
      accountKeys: v.array(v.string()),
      instructions: v.array(
        v.object({ accounts: v.array(index), data: v.string(), programIdIndex: index }),
      ),
    }),
  }),
})

/** A transaction with its accounts looked up. */
export type SentTransaction = {
  /** Time of its block, ms since 1970. */
  readonly at: number
  readonly isFailed: boolean
  /** The account that pays the fee. */
  readonly payer: string
  readonly instructions: readonly {
    readonly accounts: readonly string[]
    /** Base58. */
    readonly data: string
    readonly program: string
  }[]
  /** Owner and mint of a token account, by its address. */
  readonly holdings: ReadonlyMap<
    string,
    { readonly owner: string | undefined; readonly mint: string }
  >
  /** The SOL that an address has more after it, lamports. */
  coinsOf(address: string): bigint
  /** The tokens that an owner has more after it. */
  tokensOf(owner: string, mint: string): bigint
}

export function parseSentTransaction({
  blockTime,
  meta,
  transaction: { message },
}: v.InferOutput<typeof sentTransaction> & { blockTime: bigint }): SentTransaction {
  const { loadedAddresses, postBalances, postTokenBalances, preBalances, preTokenBalances } = meta
  const keys = [
    ...message.accountKeys,
    ...(loadedAddresses?.writable ?? []),
    ...(loadedAddresses?.readonly ?? []),
  ]
  const keyAt = (place: number) => keys[place] ?? ''
  const sum = (list: typeof postTokenBalances, owner: string, mint: string) =>
    (list ?? [])
      .filter((one) => one.owner === owner && one.mint === mint)
      .reduce((total, { uiTokenAmount }) => total + BigInt(uiTokenAmount.amount), 0n)
  return {
    at: Number(blockTime) * 1000,
    isFailed: meta.err !== null,
    payer: keyAt(0),
    instructions: message.instructions.map(({ accounts, data, programIdIndex }) => ({
      accounts: accounts.map(keyAt),
      data,
      program: keyAt(programIdIndex),
    })),
    holdings: new Map(
      (postTokenBalances ?? []).map(({ accountIndex, mint, owner }) => [
        keyAt(accountIndex),
        { mint, owner },
      ]),
    ),
    coinsOf(address) {
      const place = keys.indexOf(address)
      return (postBalances[place] ?? 0n) - (preBalances[place] ?? 0n)
    },
    tokensOf: (owner, mint) =>
      sum(postTokenBalances, owner, mint) - sum(preTokenBalances, owner, mint),
  }
}
