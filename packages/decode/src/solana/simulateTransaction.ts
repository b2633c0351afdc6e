import type { DescribedNetwork } from '../approvalInput.ts'
import type { DescribeServices } from '../describeServices.ts'
import type { Simulation } from '../description.ts'
import {
  type AccountBook,
  createAccountBook,
  parseAccountState,
  readHolding,
  type SolanaAccountState,
} from './accountBook.ts'

/** Change of an account's balance. */
export type SolanaChange = {
  /** Mint; omitted for SOL. */
  mint?: string
  amount: bigint
}

/** The result of simulating a transaction. */
export type SimulatedTransaction = {
  simulation: Exclude<Simulation, 'timed-out'>
  changes: readonly SolanaChange[]
}

const unavailable: SimulatedTransaction = { simulation: 'unavailable', changes: [] }

function addTo(totals: Map<string, bigint>, key: string, amount: bigint) {
  totals.set(key, (totals.get(key) ?? 0n) + amount)
}

function compare(
  after: ReadonlyMap<string, SolanaAccountState | undefined>,
  { account, book, fee }: { account: string; book: AccountBook; fee: bigint },
): SolanaChange[] {
  const totals = new Map<string, bigint>()
  for (const [address, state] of after) {
    const before = book.state(address)
    if (address === account)
      addTo(totals, '', (state?.lamports ?? 0n) - (before?.lamports ?? 0n) + fee)
    const [held, holds] = [readHolding(before), readHolding(state)]
    if (held?.owner === account) addTo(totals, held.mint, -held.amount)
    if (holds?.owner === account) addTo(totals, holds.mint, holds.amount)
  }
  return [...totals]
    .filter(([, amount]) => amount !== 0n)
    .map(([mint, amount]) => (mint === '' ? { amount } : { mint, amount }))
}

/** Returns whether the accounts still match the book; otherwise differences may not be caused by the transaction. */
async function isCurrent(
  rpc: DescribeServices['rpc'],
  { account, book, network, writable }: Omit<simulateTransaction.Options, 'fee' | 'transaction'>,
): Promise<boolean> {
  const own = writable.filter((one) => one === account || book.holding(one)?.owner === account)
  const now = createAccountBook(network)
  await now.load(rpc, own)
  return own.every((one) => {
    const [before, after] = [book, now].map((of) => [of.state(one)?.lamports, of.holding(one)])
    return now.knows(one) && isSame(before, after)
  })
}

const isSame = (one: unknown, other: unknown) => toText(one) === toText(other)
const toText = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))

/**
 * Simulates a transaction on the chain's latest state. Never throws: a malformed answer counts as `unavailable`. The book
 * must have loaded the writable accounts.
 * @param options.fee - Minimum fee that the account pays, in lamports; it is subtracted from the outgoing amount.
 * @source https://solana.com/docs/rpc/http/simulatetransaction
 */
export async function simulateTransaction(
  rpc: DescribeServices['rpc'],
  { account, book, fee, network, transaction, writable }: simulateTransaction.Options,
): Promise<SimulatedTransaction> {
  const options = {
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
    commitment: 'confirmed',
    accounts: { encoding: 'base64', addresses: writable },
  }
  let answer: unknown
  try {
    answer = await rpc('simulateTransaction', [transaction, options])
  } catch {
    return unavailable
  }
  const { value } = (answer ?? {}) as { value?: unknown }
  if (typeof value !== 'object' || value === null) return unavailable
  const { accounts, err } = value as { accounts?: unknown; err?: unknown }
  if (err !== null && err !== undefined) return { simulation: 'reverts', changes: [] }
  if (!Array.isArray(accounts) || accounts.length !== writable.length) return unavailable
  const after = new Map(
    writable.map((address, index) => [address, parseAccountState(accounts[index])]),
  )
  // Requires the previous balances: otherwise every balance would look like income.
  const whole =
    writable.every((one) => book.knows(one)) &&
    (await isCurrent(rpc, { account, book, network, writable }))
  return {
    simulation: whole ? 'complete' : 'partial',
    changes: compare(after, { account, book, fee }),
  }
}

export declare namespace simulateTransaction {
  type Options = {
    account: string
    book: AccountBook
    fee: bigint
    network: DescribedNetwork
    transaction: string
    writable: readonly string[]
  }
}
