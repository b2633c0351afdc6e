import * as v from 'valibot'
import type { EvmChain } from '../../chains/chainConfig.ts'
import { parseResult } from '../../rpc/parseResult.ts'
import type { RawAnswer } from '../../rpc/rawCall.ts'
import type { ChainTransfer } from '../chainBlock.ts'

const address = v.pipe(v.string(), v.toLowerCase())

/** @source https://openethereum.github.io/JSONRPC-trace-module#trace_block */
const traces = v.array(
  v.object({
    transactionHash: v.nullish(v.pipe(v.string(), v.toLowerCase())),
    traceAddress: v.array(v.number()),
    error: v.nullish(v.string()),
    action: v.object({
      /** Only `call` transfers its value; a `delegatecall` repeats its caller's. */
      callType: v.optional(v.string()),
      from: v.optional(address),
      to: v.optional(address),
      value: v.optional(v.string()),
      /** Of a `selfdestruct`. */
      address: v.optional(address),
      refundAddress: v.optional(address),
      balance: v.optional(v.string()),
    }),
    result: v.nullish(v.object({ address: v.optional(address) })),
  }),
)

type Trace = v.InferOutput<typeof traces>[number]

/**
 * Reads a block's internal transfers (native coin sent by contracts) from its traces, by transaction.
 *
 * @param hashes - hashes of the block's transactions
 * @returns undefined when the traces of a transaction are missing
 * @throws {@link HttpError} 502 for a malformed answer
 */
export function readInternalTransfers(
  chain: EvmChain,
  answer: RawAnswer,
  hashes: readonly string[],
): Map<string, ChainTransfer[]> | undefined {
  const byTransaction = new Map<string, Trace[]>(hashes.map((hash) => [hash, []]))
  for (const trace of parseResult(chain, answer, traces))
    byTransaction.get(trace.transactionHash ?? '')?.push(trace)
  if ([...byTransaction.values()].some((own) => own.length === 0)) return undefined
  return new Map([...byTransaction].map(([hash, own]) => [hash, findTransfers(own)]))
}

function findTransfers(own: readonly Trace[]): ChainTransfer[] {
  const failed = own.filter(({ error }) => error != null).map(({ traceAddress }) => traceAddress)
  return own.flatMap(({ action, result, traceAddress }) => {
    const isUndone = failed.some((above) => above.every((step, at) => traceAddress[at] === step))
    // The first trace is the transaction itself.
    if (isUndone || traceAddress.length === 0) return []
    const isOwnValue = action.callType === undefined || action.callType === 'call'
    const sender = action.from ?? action.address
    const receiver = action.to ?? result?.address ?? action.refundAddress
    const amount = BigInt((isOwnValue ? action.value : undefined) ?? action.balance ?? 0)
    if (sender === undefined || receiver === undefined || amount === 0n) return []
    return [{ kind: 'coin', asset: 'coin', sender, receiver, amount }]
  })
}
