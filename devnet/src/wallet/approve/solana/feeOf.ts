import type { Step } from './readInstruction.ts'

const lamportsPerSignature = 5_000n
/** Units an instruction may use when the transaction sets no limit, and the most a transaction may use. */
const defaultUnits = 200_000
const mostUnits = 1_400_000

/**
 * Counts the fee where no network can be asked, in lamports.
 *
 * @source https://solana.com/docs/core/fees
 */
export function feeOf(signers: number, steps: readonly Step[]): bigint {
  const price = steps.find((step) => step.kind === 'computePrice')?.microLamports ?? 0n
  const calls = steps.filter(({ kind }) => kind !== 'computePrice' && kind !== 'computeLimit')
  const units =
    steps.find((step) => step.kind === 'computeLimit')?.units ?? calls.length * defaultUnits
  const priority = (price * BigInt(Math.min(units, mostUnits)) + 999_999n) / 1_000_000n
  return BigInt(signers) * lamportsPerSignature + priority
}
