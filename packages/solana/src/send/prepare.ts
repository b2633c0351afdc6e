import type { Rpc } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  isWritableRole,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget'
import * as v from 'valibot'
import { askNode, count, inContext } from '../askNode.ts'
import { toBase64 } from '../bytes.ts'
import { explainFailure } from '../explainFailure.ts'
import { expiredText } from '../toSolanaError.ts'
import type { Plan } from './plan.ts'
import { capUnitPrice, readUnitPrice } from './priorityFee.ts'
import { requireCoins, signatureFee } from './requireCoins.ts'

/** Most compute units of a transaction. @source https://solana.com/docs/core/fees#compute-unit-limit */
const unitLimit = 1_400_000
/** Margin above the simulation: the units vary from block to block. */
const unitReserve = 1.2

const blockhash = inContext(
  v.object({ blockhash: v.pipe(v.string(), v.minLength(32)), lastValidBlockHeight: count }),
)
const simulation = inContext(
  v.object({
    err: v.unknown(),
    logs: v.nullish(v.array(v.string())),
    unitsConsumed: v.nullish(count),
  }),
)

/**
 * Builds a plan's transaction: simulates it, and sets a limit of compute units with a price.
 *
 * @param parameters.maxPriorityFee - Lamports.
 * @returns The unsigned transaction, in the legacy format, which every wallet can sign, and its fee in lamports.
 * @throws FoyerError `transaction-rejected`, `rpc-failed`, and the errors of `rpc`
 */
export async function prepare({
  address,
  maxPriorityFee,
  plan,
  rpc,
}: {
  address: string
  maxPriorityFee: bigint
  plan: Plan
  rpc: Rpc
}): Promise<{ bytes: Uint8Array; fee: bigint }> {
  requireCoins(plan, signatureFee)
  const [lifetime, price] = await Promise.all([
    askNode(rpc, blockhash, {
      method: 'getLatestBlockhash',
      params: [{ commitment: 'confirmed' }],
    }),
    readUnitPrice(rpc, [address, ...listWritable(plan)]),
  ])
  const make = (budget: { units: number; price: bigint }) =>
    compile({ address, plan, lifetime, budget })

  const units = await simulate(rpc, make({ units: unitLimit, price: 0n }).bytes)
  const budget = { units, price: capUnitPrice({ most: maxPriorityFee, price, units }) }
  const { bytes, message } = make(budget)
  const fee = await askNode(rpc, inContext(v.nullable(count)), {
    method: 'getFeeForMessage',
    params: [toBase64(message), { commitment: 'confirmed' }],
  })
  if (fee === null) throw new FoyerError('transaction-rejected', { details: expiredText })
  requireCoins(plan, fee)
  return { bytes, fee }
}

/** @returns The limit of compute units. */
async function simulate(rpc: Rpc, bytes: Uint8Array): Promise<number> {
  const { err, logs, unitsConsumed } = await askNode(rpc, simulation, {
    method: 'simulateTransaction',
    params: [
      toBase64(bytes),
      {
        encoding: 'base64',
        commitment: 'confirmed',
        sigVerify: false,
        replaceRecentBlockhash: true,
      },
    ],
  })
  if (err !== null && err !== undefined)
    throw new FoyerError('transaction-rejected', {
      details: explainFailure({ err, logs: logs ?? [] }),
    })
  const used = Number(unitsConsumed ?? 0n) || unitLimit
  return Math.min(Math.ceil(used * unitReserve), unitLimit)
}

function compile({
  address,
  budget,
  lifetime,
  plan,
}: {
  address: string
  budget: { units: number; price: bigint }
  lifetime: { blockhash: string; lastValidBlockHeight: bigint }
  plan: Plan
}): { bytes: Uint8Array; message: Uint8Array } {
  const empty = createTransactionMessage({ version: 'legacy' })
  const paid = setTransactionMessageFeePayer(address as Address, empty)
  const alive = setTransactionMessageLifetimeUsingBlockhash(
    { ...lifetime, blockhash: lifetime.blockhash as Blockhash },
    paid,
  )
  const transaction = compileTransaction(
    appendTransactionMessageInstructions(
      [
        getSetComputeUnitLimitInstruction({ units: budget.units }),
        getSetComputeUnitPriceInstruction({ microLamports: budget.price }),
        ...plan.instructions,
      ],
      alive,
    ),
  )
  return {
    bytes: new Uint8Array(getTransactionEncoder().encode(transaction)),
    message: new Uint8Array(transaction.messageBytes),
  }
}

function listWritable({ instructions }: Plan): string[] {
  const accounts = instructions.flatMap(({ accounts = [] }) => accounts)
  return accounts.filter(({ role }) => isWritableRole(role)).map(({ address }) => address)
}
