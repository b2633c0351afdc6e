import { HttpError } from '@foyer/server'
import * as v from 'valibot'
import type { EvmChain } from '../../chains/chainConfig.ts'
import { parseResult } from '../../rpc/parseResult.ts'
import type { RawAnswer } from '../../rpc/rawCall.ts'
import type { ChainTransfer } from '../chainBlock.ts'

const address = v.pipe(v.string(), v.toLowerCase())

/** @source https://openethereum.github.io/JSONRPC-trace-module#trace_block */
const traces = v.array(
  v.object({
    blockHash: v.nullish(v.pipe(v.string(), v.toLowerCase())),
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
type TracedBlock = { readonly hash: string; readonly transactions: readonly { hash: string }[] }

/** The node was switching branches between two calls: the step fails and is tried again. */
export const ofAnotherBlock = (chain: EvmChain, what: 'receipts' | 'traces'): HttpError =>
  new HttpError(502, 'rpc-failed', `${chain.caipId} gave ${what} of another block`)

/**
 * Reads a block's internal transfers (native coin sent by contracts) from its traces, by transaction.
 *
 * @returns undefined when the traces of a transaction are missing
 * @throws {@link HttpError} 502 for a malformed answer, and for traces of another block
 */
export function readInternalTransfers(
  chain: EvmChain,
  answer: RawAnswer,
  { hash, transactions }: TracedBlock,
): Map<string, ChainTransfer[]> | undefined {
  const byTransaction = new Map<string, Trace[]>(transactions.map((one) => [one.hash, []]))
  for (const trace of parseResult(chain, answer, traces)) {
    if (trace.blockHash && trace.blockHash !== hash) throw ofAnotherBlock(chain, 'traces')
    byTransaction.get(trace.transactionHash ?? '')?.push(trace)
  }
  if ([...byTransaction.values()].some((own) => own.length === 0)) return undefined
  return new Map([...byTransaction].map(([one, own]) => [one, findTransfers(own)]))
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
