import type { ApprovalInput } from '../approvalInput.ts'
import type { DescribeServices } from '../describeServices.ts'
import type { ActionCode, DescribedCall, Description, Simulation, Warning } from '../description.ts'
import {
  joinTransactions,
  type MergedChanges,
  mergeChanges,
  type SeenChanges,
} from '../mergeChanges.ts'
import { collectWarnings, riskOf, warningsOf } from '../risk.ts'
import { withinLimit } from '../withinLimit.ts'
import { type AccountBook, createAccountBook } from './accountBook.ts'
import { dataReader, type InstructionReading, solanaFact } from './instructionReading.ts'
import { readInstruction } from './readInstruction.ts'
import {
  loadAccounts,
  type ReadTransaction,
  readTransactionMessage,
  resolveAccounts,
} from './readTransaction.ts'
import { type SimulatedTransaction, simulateTransaction } from './simulateTransaction.ts'
import { programs } from './solanaPrograms.ts'

/** Fee per signature, in lamports. @source https://solana.com/docs/core/fees */
const signatureFee = 5_000n
/** Default limit of compute units per instruction. @source https://solana.com/docs/core/fees */
const defaultUnits = 200_000n
const maxUnits = 1_400_000n
/** Fee above which a warning is added, in lamports: 0.01 SOL. */
const highFee = 10_000_000n
/** Maximum rent deposit of a new token account, in lamports; no instruction states it. */
const rentOfAccount = 5_000_000n

/** Actions that may accompany a transfer without moving assets. */
const aside: ReadonlySet<ActionCode> = new Set([
  'fee-settings',
  'memo',
  'create-account',
  'sync-native',
])

/** The payer's minimum and maximum fee, in lamports. */
type Fee = { least: bigint; most: bigint }
type Described = { transaction: ReadTransaction; readings: InstructionReading[]; fee: Fee }

/** Computes the fee: signatures, and the price of the allowed compute units. */
function feeOf({ instructions, message }: ReadTransaction): Fee {
  let price = 0n
  let units: bigint | undefined
  for (const { data, program } of instructions) {
    if (program !== programs.computeBudget) continue
    const read = dataReader(data)
    if (data[0] === 2) units = BigInt(read.u32(1) ?? 0)
    if (data[0] === 3) price = read.u64(1) ?? 0n
  }
  const work = units ?? BigInt(instructions.length) * defaultUnits
  const paid = (price * (work > maxUnits ? maxUnits : work) + 999_999n) / 1_000_000n
  const signatures = signatureFee * BigInt(message.required)
  // Without a limit in the transaction, the number of compute units depends on the network.
  return { least: signatures + (units === undefined ? 0n : paid), most: signatures + paid }
}

/** Finds the token accounts that the transaction itself opens, with their owner and mint. */
function openedBy({ instructions }: ReadTransaction) {
  const opened = new Map<string, { owner: string; mint: string }>()
  for (const { accounts, data, program } of instructions) {
    const [, account, owner, mint] = accounts
    const creates = program === programs.associated && (data.length === 0 || data[0]! <= 1)
    if (creates && account && owner && mint) opened.set(account, { owner, mint })
  }
  return opened
}

function describeOne(
  text: string,
  message: ReadTransaction['message'],
  book: AccountBook,
  account: string,
): Described {
  const transaction = resolveAccounts(text, message, book)
  const context = { account, book, opened: openedBy(transaction) }
  const readings = transaction.instructions.map((instruction) =>
    readInstruction(instruction, context),
  )
  const pays = transaction.accounts[0] === account
  return { transaction, readings, fee: pays ? feeOf(transaction) : { least: 0n, most: 0n } }
}

function ownWarnings({ fee, transaction }: Described, account: string): Warning[] {
  const { accounts, message, unresolved } = transaction
  return [
    ...(message.required > 1
      ? [{ code: 'more-signers', values: { count: String(message.required) } } as const]
      : []),
    ...(accounts[0] === account ? [] : [{ code: 'not-fee-payer' } as const]),
    ...(unresolved ? [{ code: 'lookup-table-unresolved' } as const] : []),
    ...(fee.most > highFee ? [{ code: 'fee-high' } as const] : []),
  ]
}

function toCall(reading: InstructionReading, program: string): DescribedCall {
  const { action, facts, name, warnings } = reading
  return {
    action,
    target: program,
    ...(name === undefined ? {} : { name }),
    facts,
    warnings,
    calls: [],
  }
}

function toCalls({ readings, transaction }: Described): DescribedCall[] {
  return readings.map((reading, index) =>
    toCall(reading, transaction.instructions[index]?.program ?? ''),
  )
}

/** Sums the rent deposits of new token accounts, which no instruction states. */
function depositsOf({ instructions }: ReadTransaction, account: string, { native }: AccountBook) {
  const opened = instructions.filter(
    ({ accounts: [payer], program }) => program === programs.associated && payer === account,
  )
  return opened.map(() => ({ asset: native, amount: rentOfAccount, by: 'request' }) as const)
}

/** Returns whether no other transaction changes this one's accounts; each was simulated without the others. */
function isAlone(described: readonly Described[], one: Described, account: string): boolean {
  const met = new Set(one.transaction.accounts.filter((address) => address !== account))
  return described.every(
    (other) => other === one || !other.transaction.writable.some((address) => met.has(address)),
  )
}

function mergeOne(
  { fee, readings, transaction }: Described,
  seen: SeenChanges,
  { account, book }: { account: string; book: AccountBook },
): MergedChanges {
  const said = {
    leaves: readings.flatMap(({ leaves = [] }) => leaves),
    comes: readings.flatMap(({ comes = [] }) => comes),
    deposits: depositsOf(transaction, account, book),
  }
  const opens = readings.filter(({ action }) => action === 'create-account').length
  return mergeChanges(said, seen, {
    decoded: !readings.some(({ warnings }) =>
      warnings.some(({ code }) => code === 'unknown-program'),
    ),
    plain: readings.filter(({ action }) => !aside.has(action)).length === 1,
    slack: BigInt(opens) * rentOfAccount + fee.most - fee.least,
  })
}

const simulationWarnings: Readonly<Record<Simulation, Warning['code'] | undefined>> = {
  complete: undefined,
  partial: 'simulation-partial',
  reverts: 'simulation-reverts',
  unavailable: 'simulation-unavailable',
  'timed-out': 'simulation-timed-out',
}
/** Results from worst to best; the worst one stands for several transactions. */
const worst: readonly Simulation[] = ['timed-out', 'unavailable', 'reverts', 'partial', 'complete']

function seenChanges(simulated: SimulatedTransaction | undefined, book: AccountBook) {
  const of = (way: (amount: bigint) => boolean) =>
    (simulated?.changes ?? [])
      .filter(({ amount }) => way(amount))
      .map(({ amount, mint }) => ({
        asset: mint === undefined ? book.native : book.token(mint),
        amount: amount < 0n ? -amount : amount,
        by: 'simulation' as const,
      }))
  return {
    leaves: of((amount) => amount < 0n),
    comes: of((amount) => amount > 0n),
  }
}

/**
 * Describes one or several transactions: every instruction, outgoing and incoming amounts, and the fee.
 * @param texts - Transactions as base64.
 * @throws {@link FoyerError} `params-invalid` for a malformed transaction, `request-aborted`
 * @source security 3.4; T41
 */
export async function describeSolana(
  texts: readonly string[],
  { account, network }: ApprovalInput,
  { rpc, signal }: DescribeServices,
): Promise<Description> {
  const given = texts.map((text) => ({ text, message: readTransactionMessage(text) }))
  const book = createAccountBook(network)
  const describe = () => given.map(({ message, text }) => describeOne(text, message, book, account))
  const simulated: (SimulatedTransaction | undefined)[] = given.map(() => undefined)
  const work = async () => {
    await loadAccounts(rpc, book, given)
    await Promise.all(
      describe().map(async ({ fee, transaction: { text: transaction, writable } }, index) => {
        const options = { account, book, fee: fee.least, network, transaction, writable }
        simulated[index] = await simulateTransaction(rpc, options)
      }),
    )
    const mints = simulated.flatMap((one) => one?.changes.flatMap(({ mint }) => mint ?? []) ?? [])
    await book.load(rpc, mints)
  }
  await withinLimit(work(), signal)

  const described = describe()
  const parts = described.map((one, index) => {
    const tried = simulated[index]?.simulation ?? 'timed-out'
    const simulation: Simulation =
      tried === 'complete' && !isAlone(described, one, account) ? 'partial' : tried
    const seen = { ...seenChanges(simulated[index], book), complete: simulation === 'complete' }
    const changes = mergeOne(one, seen, { account, book })
    const note = simulationWarnings[simulation]
    const imitations = [...seen.leaves, ...seen.comes].flatMap(({ asset }) =>
      asset.address === undefined
        ? []
        : book.warnings(asset.address).filter(({ code }) => code === 'token-imitates'),
    )
    const warnings: Warning[] = [
      ...ownWarnings(one, account),
      ...imitations,
      ...(note === undefined ? [] : [{ code: note }]),
      ...changes.warnings,
    ]
    return {
      ...one,
      calls: toCalls(one),
      warnings,
      simulation,
      changes,
    }
  })

  const context = { account }
  const several = parts.length > 1
  const calls: DescribedCall[] = several
    ? parts.map(({ calls: inner, transaction, warnings }) => ({
        action: 'several-calls',
        facts: solanaFact('fee-payer', transaction.accounts[0], context),
        warnings,
        calls: inner,
      }))
    : parts.flatMap(({ calls: inner }) => inner)
  const { comes, leaves, ...joined } = joinTransactions(parts.map(({ changes }) => changes))
  const warnings = collectWarnings([
    ...parts.flatMap((part) => part.warnings),
    ...joined.warnings,
    ...warningsOf(calls),
  ])
  const [first] = parts
  return {
    kind: 'solana-transaction',
    title: several ? 'solana-transactions' : 'solana-transaction',
    risk: riskOf('medium', warnings),
    warnings,
    leaves,
    comes,
    facts:
      several || !first
        ? []
        : [
            ...solanaFact('fee-payer', first.transaction.accounts[0], context),
            ...first.transaction.accounts
              .slice(1, first.transaction.message.required)
              .flatMap((signer) => solanaFact('signer', signer, context)),
          ],
    calls,
    simulation:
      worst.find((state) => parts.some(({ simulation }) => simulation === state)) ?? 'unavailable',
    fee: {
      asset: book.native,
      amount: parts.reduce((total, { fee }) => total + fee.most, 0n),
      by: 'request',
    },
  }
}
