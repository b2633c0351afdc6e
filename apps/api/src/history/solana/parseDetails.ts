import { HttpError, sliceArray, sliceObject } from '@foyer/server'
import * as v from 'valibot'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import { parseResult } from '../../rpc/parseResult.ts'
import type { RawAnswer } from '../../rpc/rawCall.ts'

/** The stored details of a transaction, the same for all its accounts. Amounts are smallest units, as decimal text. */
export type SolanaDetails = {
  readonly payer: string
  /** The payer and all other accounts that signed. */
  readonly signers: readonly string[]
  readonly fee: string
  readonly isConfirmed: boolean
  /** Changed balances of lamports. */
  readonly coins: readonly { readonly address: string; readonly change: string }[]
  /** Balances of token accounts; null for an account that did not exist. */
  readonly tokens: readonly TokenChange[]
  /** The message's own instructions, without those of the compute budget. */
  readonly instructions: readonly Instruction[]
}

type TokenChange = {
  readonly address: string
  readonly mint: string
  /** Null for transactions before 2022, whose nodes did not tell. */
  readonly ownerBefore: string | null
  readonly ownerAfter: string | null
  readonly decimals: number
  readonly before: string | null
  readonly after: string | null
}

type Instruction = {
  readonly program: string
  /** The name that nodes give it: `transferChecked`; null for programs they do not parse. */
  readonly type: string | null
  /** The account that deploys or approves. */
  readonly authority: string | null
  /** The deployed program. */
  readonly target: string | null
}

const computeBudget = 'ComputeBudget111111111111111111111111111111'
/** Maximum of instructions kept. A transaction of 1,232 bytes holds few more. */
const maxInstructions = 64

const balance = v.object({
  accountIndex: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  mint: v.pipe(v.string(), v.maxLength(44)),
  owner: v.optional(v.pipe(v.string(), v.maxLength(44))),
  uiTokenAmount: v.object({
    amount: v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  }),
})
const address = v.pipe(v.string(), v.maxLength(44))
const named = v.fallback(
  v.object({
    type: v.pipe(v.string(), v.maxLength(64)),
    info: v.fallback(v.record(v.string(), v.unknown()), {}),
  }),
  { type: '', info: {} },
)

/** @source https://solana.com/docs/rpc/http/gettransaction, encoding `jsonParsed` */
const transactionResult = v.nullable(
  v.object({
    meta: v.object({
      err: v.unknown(),
      preBalances: v.array(v.unknown()),
      postBalances: v.array(v.unknown()),
      preTokenBalances: v.nullish(v.array(balance), []),
      postTokenBalances: v.nullish(v.array(balance), []),
    }),
    transaction: v.object({
      message: v.object({
        accountKeys: v.pipe(
          v.array(v.object({ pubkey: address, signer: v.boolean() })),
          v.minLength(1),
        ),
        instructions: v.array(v.object({ programId: address, parsed: v.optional(named) })),
      }),
    }),
  }),
)

/**
 * Parses an answer to `getTransaction`.
 *
 * @returns undefined when the node does not have the transaction
 * @throws {@link HttpError} 502 for an unusable answer
 */
export function parseDetails(
  chain: SolanaChain,
  answer: RawAnswer | undefined,
): SolanaDetails | undefined {
  const result = parseResult(chain, answer, transactionResult)
  if (result === null) return undefined
  const { meta, transaction } = result
  const { accountKeys, instructions } = transaction.message
  const keys = accountKeys.map(({ pubkey }) => pubkey)
  const { fee, post, pre } = readLamports((answer as { result: string }).result)
  const at = (index: number) => keys[index]
  const isWhole =
    fee !== undefined &&
    [pre, post].every((all) => all.length === keys.length && all.every((one) => one !== undefined))
  const balances = [...meta.preTokenBalances, ...meta.postTokenBalances]
  if (!isWhole || balances.some(({ accountIndex }) => at(accountIndex) === undefined))
    throw new HttpError(502, 'rpc-failed', `${chain.caipId} gave no usable answer`)
  return {
    payer: keys[0]!,
    signers: accountKeys.filter(({ signer }) => signer).map(({ pubkey }) => pubkey),
    fee: String(fee),
    isConfirmed: meta.err === null,
    coins: keys.flatMap((key, index) => {
      const change = post[index]! - pre[index]!
      return change === 0n ? [] : [{ address: key, change: String(change) }]
    }),
    tokens: [...new Set(balances.map(({ accountIndex }) => accountIndex))].map((index) => {
      const before = meta.preTokenBalances.find(({ accountIndex }) => accountIndex === index)
      const after = meta.postTokenBalances.find(({ accountIndex }) => accountIndex === index)
      const { mint, uiTokenAmount } = (after ?? before)!
      return {
        address: at(index)!,
        mint,
        ownerBefore: before?.owner ?? null,
        ownerAfter: after?.owner ?? null,
        decimals: uiTokenAmount.decimals,
        before: before?.uiTokenAmount.amount ?? null,
        after: after?.uiTokenAmount.amount ?? null,
      }
    }),
    instructions: instructions
      .filter(({ programId }) => programId !== computeBudget)
      .slice(0, maxInstructions)
      .map(({ parsed, programId }) => ({
        program: programId,
        type: parsed?.type || null,
        authority: textOf(parsed?.info.authority ?? parsed?.info.owner),
        target: textOf(parsed?.info.programAccount),
      })),
  }
}

/** Reads lamports from the text, since numbers above 2⁵³ would lose digits. */
function readLamports(result: string) {
  const meta = sliceObject(sliceObject(result).get('meta') ?? '')
  const list = (name: string) => sliceArray(meta.get(name) ?? '').map(toLamports)
  return {
    fee: toLamports(meta.get('fee') ?? ''),
    pre: list('preBalances'),
    post: list('postBalances'),
  }
}

const toLamports = (text: string) => (/^\d{1,20}$/.test(text) ? BigInt(text) : undefined)

const textOf = (value: unknown) =>
  typeof value === 'string' && value.length <= 44 && value !== '' ? value : null
