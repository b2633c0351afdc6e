import type { PaymentCheck, PaymentRefusal, PaymentTerms, Rpc } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import * as v from 'valibot'
import { checksumAddress } from '../address.ts'
import { parseQuantity } from '../quantity.ts'
import { word, writeReference, writeTransfer } from '../writeTransfer.ts'
import { transferTopic } from './transferTopic.ts'

const quantity = v.pipe(v.unknown(), v.transform(parseQuantity), v.bigint())
const hex = v.pipe(v.string(), v.regex(/^0x([0-9a-f]{2})*$/i), v.toLowerCase())
const transaction = v.nullish(
  v.object({
    blockHash: v.nullish(hex),
    from: hex,
    input: hex,
    to: v.nullish(hex),
    value: quantity,
  }),
)
const receipt = v.nullish(
  v.object({
    blockHash: hex,
    blockNumber: quantity,
    logs: v.array(v.object({ address: hex, data: hex, topics: v.array(hex) })),
    status: quantity,
  }),
)
const block = v.nullish(v.object({ number: quantity, timestamp: quantity }))

/**
 * Compares a transaction with the terms of a payment. Only a transfer that the payer's own account sends itself counts,
 * with exactly one reference, so that one transaction never pays two requests.
 *
 * @throws FoyerError `rpc-failed`, and the errors of `rpc`
 */
export async function checkPayment({
  hash,
  isFinal,
  rpc,
  terms,
}: {
  hash: string
  isFinal: boolean
  rpc: Rpc
  terms: PaymentTerms
}): Promise<PaymentCheck> {
  const ask = async <output>(
    schema: v.GenericSchema<unknown, output>,
    method: string,
    ...params: unknown[]
  ): Promise<output> => {
    const parsed = v.safeParse(schema, await rpc({ method, params }))
    if (parsed.success) return parsed.output
    throw new FoyerError('rpc-failed', { details: `The node's answer to ${method} is none.` })
  }
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) return unpaid('not-found')
  const sent = await ask(transaction, 'eth_getTransactionByHash', hash)
  if (!sent) return unpaid('not-found')
  const difference = compare(sent, terms)
  if (difference) return unpaid(difference)
  const mined = await ask(receipt, 'eth_getTransactionReceipt', hash)
  if (!mined) return { status: 'pending' }
  if (mined.status !== 1n) return unpaid('failed')
  // A token that keeps a part of each transfer reports what it has really moved.
  const { token } = terms
  if (token !== undefined && !mined.logs.some((log) => isTransfer(log, { ...terms, token })))
    return unpaid('other-amount')
  const [own, last] = await Promise.all([
    ask(block, 'eth_getBlockByHash', mined.blockHash, false),
    isFinal ? ask(block, 'eth_getBlockByNumber', 'finalized', false) : undefined,
  ])
  // The block was replaced while it was read.
  if (!own) return { status: 'pending' }
  const at = Number(own.timestamp) * 1000
  if (at > terms.expiresAt) return unpaid('late')
  if (isFinal && (last?.number ?? -1n) < mined.blockNumber) return { status: 'pending' }
  return { status: 'paid', at, from: checksumAddress(sent.from) }
}

const unpaid = (reason: PaymentRefusal): PaymentCheck => ({ status: 'unpaid', reason })

/** @returns The first difference. */
function compare(
  { input, to, value }: { input: string; to?: string | null | undefined; value: bigint },
  { amount, reference, to: receiver, token }: PaymentTerms,
): PaymentRefusal | undefined {
  const target = (token ?? receiver).toLowerCase()
  if (token === undefined) {
    const { data } = writeReference(reference)
    if (value === 0n) return 'other-asset'
    if (to !== target) return 'other-receiver'
    if (value !== amount) return 'other-amount'
    return input === data ? undefined : 'other-request'
  }
  const { data } = writeTransfer({ amount, to: receiver, token })
  // The selector and the receiver, then the amount, then the reference.
  if (to !== target || input.slice(0, 10) !== data.slice(0, 10)) return 'other-asset'
  if (input.slice(0, 74) !== data.slice(0, 74)) return 'other-receiver'
  if (input.slice(0, 138) !== data) return 'other-amount'
  return input.slice(138) === reference ? undefined : 'other-request'
}

function isTransfer(
  { address, data, topics }: { address: string; data: string; topics: readonly string[] },
  { amount, to, token }: { amount: bigint; to: string; token: string },
): boolean {
  return (
    address === token.toLowerCase() &&
    topics[0] === transferTopic &&
    topics[2] === `0x${word(BigInt(to))}` &&
    parseQuantity(data) === amount
  )
}
