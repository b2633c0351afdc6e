import type { Network, Rpc, TransferFee } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { levelMatches, someLevel } from '../errorLevels.ts'
import { parseQuantity, toQuantity } from '../quantity.ts'
import { reverted, writeReference, writeTransfer } from '../writeTransfer.ts'
import { readFeePrice } from './readFeePrice.ts'

/** Gas of a transfer to an account. @source https://ethereum.github.io/yellowpaper/paper.pdf, G_transaction */
const plainGas = 21_000n

/**
 * Estimates the cost of sending coins, or an ERC-20 token. The reserve has room for what wallets add: a higher gas limit,
 * and a base fee that has doubled by the time the transaction is mined.
 *
 * @returns Wei.
 * @throws FoyerError `transaction-rejected`, `rpc-failed`, and the errors of `rpc`
 */
export async function estimateFee({
  address,
  amount,
  reference,
  rpc,
  to = address,
  token,
}: {
  address: string
  amount: bigint
  network: Network
  reference?: string | undefined
  rpc: Rpc
  to?: string | undefined
  token?: string | undefined
}): Promise<TransferFee> {
  const call =
    token === undefined
      ? { to, ...(amount > 0n && { value: toQuantity(amount) }), ...writeReference(reference) }
      : // A token may refuse to move nothing.
        writeTransfer({ amount: amount > 0n ? amount : 1n, reference, to, token })
  const [gas, { base, tip }] = await Promise.all([
    estimateGas(rpc, { from: address, ...call }),
    readFeePrice(rpc),
  ])
  const fee = gas * (base + tip)
  const limit = gas === plainGas && token === undefined ? gas * 2n : (gas * 3n) / 2n
  return { fee, reserve: limit * (base * 2n + tip) }
}

async function estimateGas(
  rpc: Rpc,
  { value, ...call }: { from: string; to: string; value?: string; data?: string },
): Promise<bigint> {
  const ask = (params: object) => rpc({ method: 'eth_estimateGas', params: [params] })
  const answer = await ask(value === undefined ? call : { ...call, value }).catch((error) => {
    if (someLevel(error, (level) => levelMatches(level, reverted)))
      throw new FoyerError('transaction-rejected', {
        cause: error,
        details: 'The receiver or the token refuses the transfer.',
      })
    // The whole balance leaves none for the gas of the estimate.
    if (value !== undefined) return ask(call)
    throw error
  })
  const gas = parseQuantity(answer)
  if (gas === undefined)
    throw new FoyerError('rpc-failed', {
      details: 'The node answered eth_estimateGas with no number.',
    })
  return gas
}
