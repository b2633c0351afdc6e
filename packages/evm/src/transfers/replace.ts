import type { Network, Provider, Rpc } from '@foyer/core'
import { delay, timeLimit } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import * as v from 'valibot'
import { parseQuantity } from '../quantity.ts'
import { sendTransaction } from '../sendTransaction.ts'
import { readFeePrice } from './readFeePrice.ts'

/** Reads of the new transaction, the time for each and the pause between them, ms: the wallet's node has it first. */
const readLimit = 5
const readMs = 2_000
const readPauseMs = 1_000

const quantity = v.pipe(v.unknown(), v.transform(parseQuantity), v.bigint())
const pending = v.object({
  nonce: quantity,
  to: v.nullable(v.string()),
  value: quantity,
  input: v.pipe(v.string(), v.regex(/^0x([0-9a-f]{2})*$/i)),
  blockNumber: v.nullish(v.string()),
  gasPrice: v.optional(quantity),
  maxFeePerGas: v.optional(quantity),
  maxPriorityFeePerGas: v.optional(quantity),
})

/**
 * Asks the wallet to send another transaction with the nonce of a pending one, for an eighth more: nodes accept it from
 * a tenth on. Some wallets ignore the nonce that a site asks for, so the result is read back from the chain.
 *
 * @returns `isReplaced` is undefined if the chain does not show the new transaction in time.
 * @throws FoyerError `transaction-rejected` (it is mined already, or unknown), `user-rejected` …
 * @source https://eips.ethereum.org/EIPS/eip-1559
 */
export async function replace({
  address,
  hash,
  kind,
  network,
  provider,
  rpc,
}: {
  address: string
  hash: string
  kind: 'speed-up' | 'cancel'
  network: Network
  provider: Provider
  rpc: Rpc
}): Promise<{ readonly hash: string; readonly isReplaced: boolean | undefined }> {
  const read = async (id: string) => {
    const found = v.safeParse(
      pending,
      await rpc({ method: 'eth_getTransactionByHash', params: [id] }),
    )
    return found.success ? found.output : undefined
  }
  const old = await read(hash)
  if (!old || old.blockNumber)
    throw new FoyerError('transaction-rejected', {
      details: old ? 'The transaction is in a block already.' : 'The network does not know it.',
    })
  const price = await readFeePrice(rpc)
  const { maxFeePerGas, maxPriorityFeePerGas } = old
  const fees =
    maxFeePerGas !== undefined && price.isSplit
      ? {
          maxFeePerGas: larger(raised(maxFeePerGas), price.base * 2n + price.tip),
          maxPriorityFeePerGas: larger(raised(maxPriorityFeePerGas ?? 0n), price.tip),
        }
      : { gasPrice: larger(raised(old.gasPrice ?? 0n), price.base + price.tip) }
  const same = {
    to: old.to ?? undefined,
    value: old.value,
    ...(old.input !== '0x' && { data: old.input as `0x${string}` }),
  }
  const next = await sendTransaction({
    address,
    network,
    provider,
    transaction: {
      ...(kind === 'cancel' ? { to: address, value: 0n } : same),
      ...fees,
      nonce: Number(old.nonce),
    },
  })
  let found: typeof old | undefined
  for (let reads = 0; !found && reads < readLimit; reads++) {
    if (reads > 0) await delay(readPauseMs)
    // It is sent: a read that fails says nothing about it.
    found = await timeLimit(read(next), { ms: readMs }).catch(() => undefined)
  }
  return { hash: next, isReplaced: found && found.nonce === old.nonce }
}

const raised = (price: bigint) => (price * 9n) / 8n + 1n
const larger = (one: bigint, other: bigint) => (one > other ? one : other)
