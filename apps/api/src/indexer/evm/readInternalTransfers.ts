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
      /** `call` alone moves what its value says: a delegate call names its caller's. */
      callType: v.optional(v.string()),
      from: v.optional(address),
      to: v.optional(address),
      value: v.optional(v.string()),
      /** Of a contract that ended itself. */
      address: v.optional(address),
      refundAddress: v.optional(address),
      balance: v.optional(v.string()),
    }),
    result: v.nullish(v.object({ address: v.optional(address) })),
  }),
)

type Trace = v.InferOutput<typeof traces>[number]

/**
 * The coins that contracts passed on, by transaction: what the traces of a block tell besides the transactions' own value.
 *
 * @param hashes - the transactions of the block
 * @returns undefined when a transaction has no trace: such a node tells a part only
 * @throws {@link HttpError} 502 when the answer is none
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
    // The first one is the transaction itself.
    if (isUndone || traceAddress.length === 0) return []
    const isOwnValue = action.callType === undefined || action.callType === 'call'
    const sender = action.from ?? action.address
    const receiver = action.to ?? result?.address ?? action.refundAddress
    const amount = BigInt((isOwnValue ? action.value : undefined) ?? action.balance ?? 0)
    if (sender === undefined || receiver === undefined || amount === 0n) return []
    return [{ kind: 'coin', asset: 'coin', sender, receiver, amount }]
  })
}
