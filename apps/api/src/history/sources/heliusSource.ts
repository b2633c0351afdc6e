import * as v from 'valibot'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import type { SolanaDetails } from '../solana/parseDetails.ts'
import { askSource, refuseAnswer } from './askSource.ts'
import { type HostedConfig, sourceConfigOf } from './sourceConfigOf.ts'

/** A transaction of a hosted source. */
export type HostedTransaction = {
  readonly signature: string
  readonly slot: number
  /** Ms since 1970. */
  readonly minedAt: number
  readonly details: SolanaDetails
}

/** Where a page begins: after this transaction. */
export type HostedPlace = { readonly signature: string; readonly slot: number }

/** A hosted service that knows the transactions of accounts on a Solana chain. */
export type SolanaHistorySource = {
  readonly name: string
  /** Kinds that it does not tell, for `coverage.unseen`. */
  readonly unseen: readonly string[]
  /**
   * Reads a page of an account's transactions, newest first, those of its token accounts too.
   *
   * @throws {@link HttpError} 502 or 503 `transactions-failed` when the service fails, or refuses so many calls
   */
  readPage(
    account: string,
    after: HostedPlace | undefined,
  ): Promise<{ transactions: HostedTransaction[]; next: HostedPlace | undefined }>
}

const pageSize = 50
const address = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const change = v.pipe(v.number(), v.safeInteger())

/** @source https://www.helius.dev/docs/api-reference/enhanced-transactions/gettransactionsbyaddress */
const transaction = v.object({
  fee: count,
  feePayer: address,
  signature: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)),
  slot: count,
  timestamp: count,
  accountData: v.pipe(
    v.array(
      v.object({
        account: address,
        nativeBalanceChange: change,
        tokenBalanceChanges: v.nullish(
          v.array(
            v.object({
              userAccount: address,
              tokenAccount: address,
              mint: address,
              rawTokenAmount: v.object({
                tokenAmount: v.pipe(v.string(), v.regex(/^-?\d{1,20}$/)),
                decimals: v.pipe(count, v.maxValue(255)),
              }),
            }),
          ),
        ),
      }),
    ),
    v.maxLength(256),
  ),
  transactionError: v.nullish(v.unknown()),
  instructions: v.pipe(v.array(v.object({ programId: address })), v.maxLength(256)),
})
type Transaction = v.InferOutput<typeof transaction>

const computeBudget = 'ComputeBudget111111111111111111111111111111'

/** Makes the source of Helius' parsed transactions; only the balances that they changed are used, not their descriptions. */
function createHeliusSource({ apiKey, url }: HostedConfig): SolanaHistorySource {
  const name = 'Helius'
  return {
    name,
    // Token accounts of before December 2022 are not assigned to their owners.
    unseen: ['token-accounts'],
    async readPage(account, after) {
      const query = new URLSearchParams({
        limit: String(pageSize),
        'token-accounts': 'balanceChanged',
        ...(after && { 'before-signature': after.signature }),
        ...(apiKey === undefined ? {} : { 'api-key': apiKey }),
      })
      const found = await askSource({
        name,
        schema: v.pipe(v.array(transaction), v.maxLength(pageSize)),
        url: `${url}/v0/addresses/${account}/transactions?${query}`,
      })
      let last = after?.slot ?? Number.POSITIVE_INFINITY
      for (const { signature, slot } of found) {
        // A service that does not know the place would give the first page again and again.
        if (slot > last || signature === after?.signature) throw refuseAnswer(name)
        last = slot
      }
      const end = found.length === pageSize ? found.at(-1) : undefined
      return {
        transactions: found.map((one) => ({
          ...{ signature: one.signature, slot: one.slot, minedAt: one.timestamp * 1000 },
          details: readDetails(one),
        })),
        next: end && { signature: end.signature, slot: end.slot },
      }
    },
  }
}

/** Makes the hosted source of a Solana chain; undefined for one that its own node tells. */
export function createSolanaHistorySource(chain: SolanaChain): SolanaHistorySource | undefined {
  const config = sourceConfigOf(chain)
  return config && createHeliusSource(config)
}

function readDetails(found: Transaction): SolanaDetails {
  const { accountData, fee, feePayer, instructions, transactionError } = found
  const opened = new Set(
    accountData
      .filter(({ nativeBalanceChange }) => nativeBalanceChange > 0)
      .map(({ account }) => account),
  )
  return {
    payer: feePayer,
    // Others that sign are not told.
    signers: [feePayer],
    fee: String(fee),
    isConfirmed: transactionError == null,
    coins: accountData
      .filter(({ nativeBalanceChange }) => nativeBalanceChange !== 0)
      .map(({ account, nativeBalanceChange }) => ({
        ...{ address: account, change: String(nativeBalanceChange) },
      })),
    tokens: accountData.flatMap(({ tokenBalanceChanges }) =>
      (tokenBalanceChanges ?? []).map(({ mint, rawTokenAmount, tokenAccount, userAccount }) => {
        const moved = BigInt(rawTokenAmount.tokenAmount)
        const isOpened = moved > 0n && opened.has(tokenAccount)
        return {
          ...{ address: tokenAccount, mint, decimals: rawTokenAmount.decimals },
          ...{ ownerBefore: isOpened ? null : userAccount, ownerAfter: userAccount },
          // Only the difference is told.
          before: isOpened ? null : String(moved < 0n ? -moved : 0n),
          after: String(moved > 0n ? moved : 0n),
        }
      }),
    ),
    instructions: instructions
      .filter(({ programId }) => programId !== computeBudget)
      .map(({ programId }) => ({ program: programId, type: null, authority: null, target: null })),
  }
}
