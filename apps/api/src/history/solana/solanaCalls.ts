import { base58 } from '@scure/base'
import * as v from 'valibot'
import { tokenPrograms } from '../../balances/readSolanaBalances.ts'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { parseResult } from '../../rpc/parseResult.ts'
import type { RawAnswer, RawCall } from '../../rpc/rawCall.ts'
import { parseDetails, type SolanaDetails } from './parseDetails.ts'

/** A transaction in a list of signatures. */
export type ListedSignature = {
  readonly signature: string
  readonly slot: number
  /** Ms since 1970; null for blocks without a time. */
  readonly minedAt: number | null
  readonly isFinal: boolean
}

/** The calls of a Solana node that a history needs. All throw {@link HttpError} 502 when the node does not answer well. */
export type SolanaCalls = {
  /** Reads the newest slot, the token accounts with their mints, and the time of the oldest block, in ms since 1970. */
  readAccount(account: string): Promise<{
    slot: number
    firstAt: number
    tokenAccounts: { address: string; mint: string }[]
  }>
  /** Lists signatures of each address, newest first, between two others that are not included. */
  listSignatures(
    lists: readonly { address: string; before: string | null; until: string | null }[],
    limit: number,
  ): Promise<ListedSignature[][]>
  /** Reads the slot of each transaction; undefined for one that the chain does not have. */
  readStatuses(
    signatures: readonly string[],
  ): Promise<({ slot: number; isFinal: boolean } | undefined)[]>
  /** @returns undefined for a transaction that the node does not have */
  readTransactions(signatures: readonly string[]): Promise<(SolanaDetails | undefined)[]>
}

/** Calls in one request: most providers accept as many. */
const maxCalls = 50
/** Transactions in one request, so that the answer stays within the limit of its size. */
const maxTransactions = 20
/** @source https://solana.com/docs/rpc/http/getsignaturestatuses */
const maxStatuses = 256

const confirmed = { commitment: 'confirmed' }
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const signature = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))
const signatures = v.array(
  v.object({
    signature,
    slot: count,
    blockTime: v.nullish(count),
    confirmationStatus: v.nullish(v.string()),
  }),
)
const status = v.nullable(v.object({ slot: count, confirmationStatus: v.nullish(v.string()) }))
const statusesOf = (asked: readonly string[]) =>
  v.object({ value: v.pipe(v.array(status), v.length(asked.length)) })
/** Nodes that tell no status list final transactions only. */
const isFinal = ({ confirmationStatus }: { confirmationStatus?: string | null | undefined }) =>
  (confirmationStatus ?? 'finalized') === 'finalized'
const tokenAccounts = v.object({
  value: v.array(
    v.object({
      pubkey: v.pipe(v.string(), v.maxLength(44)),
      account: v.object({ data: v.tuple([v.pipe(v.string(), v.base64()), v.literal('base64')]) }),
    }),
  ),
})
/** Time of the first block of Solana, for nodes that do not tell one. @source https://explorer.solana.com/block/0 */
const genesisSeconds = 1_584_368_940

export function createSolanaCalls(rpc: ChainRpc, chain: SolanaChain): SolanaCalls {
  async function ask(calls: readonly RawCall[], atOnce = maxCalls): Promise<RawAnswer[]> {
    const answers: RawAnswer[] = []
    for (let at = 0; at < calls.length; at += atOnce)
      answers.push(...(await rpc.send(chain, calls.slice(at, at + atOnce))))
    return answers
  }

  return {
    async readAccount(account) {
      // The slot first: signatures are listed at least up to it.
      const [slot, first] = await ask([
        callOf('getSlot', confirmed),
        callOf('getFirstAvailableBlock'),
      ])
      const tokensOf = (programId: string) =>
        callOf(
          'getTokenAccountsByOwner',
          account,
          { programId },
          // The mint alone, since an account can have thousands.
          { encoding: 'base64', dataSlice: { offset: 0, length: 32 }, ...confirmed },
        )
      const [time, ...owned] = await ask([
        callOf('getBlockTime', parseResult(chain, first, count)),
        tokensOf(tokenPrograms.token),
        tokensOf(tokenPrograms.token2022),
      ])
      const isTimed = time !== undefined && 'result' in time && time.result !== 'null'
      return {
        slot: parseResult(chain, slot, count),
        firstAt: (isTimed ? parseResult(chain, time, count) : genesisSeconds) * 1000,
        tokenAccounts: owned.flatMap((answer) =>
          parseResult(chain, answer, tokenAccounts).value.map(({ account: { data }, pubkey }) => ({
            address: pubkey,
            mint: base58.encode(Buffer.from(data[0], 'base64')),
          })),
        ),
      }
    },

    async listSignatures(lists, limit) {
      const answers = await ask(
        lists.map(({ address, before, until }) =>
          callOf('getSignaturesForAddress', address, {
            ...confirmed,
            limit,
            ...(before !== null && { before }),
            ...(until !== null && { until }),
          }),
        ),
      )
      return answers.map((answer) =>
        parseResult(chain, answer, signatures).map((one) => ({
          signature: one.signature,
          slot: one.slot,
          minedAt: one.blockTime == null ? null : one.blockTime * 1000,
          isFinal: isFinal(one),
        })),
      )
    },

    async readStatuses(all) {
      const parts: (readonly string[])[] = []
      for (let at = 0; at < all.length; at += maxStatuses)
        parts.push(all.slice(at, at + maxStatuses))
      const answers = await ask(
        parts.map((part) =>
          callOf('getSignatureStatuses', part, { searchTransactionHistory: true }),
        ),
      )
      return answers.flatMap((answer, index) =>
        parseResult(chain, answer, statusesOf(parts[index]!)).value.map((one) =>
          one === null ? undefined : { slot: one.slot, isFinal: isFinal(one) },
        ),
      )
    },

    async readTransactions(all) {
      const answers = await ask(
        all.map((one) =>
          callOf('getTransaction', one, {
            encoding: 'jsonParsed',
            ...confirmed,
            // Balances have the same shape in every version.
            maxSupportedTransactionVersion: 255,
          }),
        ),
        maxTransactions,
      )
      return answers.map((answer) => parseDetails(chain, answer))
    },
  }
}

const callOf = (method: string, ...params: unknown[]): RawCall => ({
  method,
  params: JSON.stringify(params),
})
