import type { AssetChange, Warning } from '../description.ts'
import { amountFact, hexFact, textFact } from '../facts.ts'
import { encodeBase58 } from './base58.ts'
import {
  dataReader,
  type InstructionContext,
  type InstructionReading,
  type SolanaInstruction,
  solanaFact,
} from './instructionReading.ts'
import { programs } from './solanaPrograms.ts'

type Reader = (
  instruction: SolanaInstruction,
  context: InstructionContext,
) => InstructionReading | undefined

/** Decodes a transfer of SOL between two accounts. */
export function coinMove(
  { from, to, amount }: { from: string | undefined; to: string | undefined; amount: bigint },
  { account, book }: InstructionContext,
): { leaves: AssetChange[]; comes: AssetChange[] } {
  const change = { asset: book.native, amount, by: 'request' } as const
  return {
    leaves: from === account && to !== account ? [change] : [],
    comes: to === account && from !== account ? [change] : [],
  }
}

const transfer =
  (name: string, toAt: number): Reader =>
  ({ accounts, data }, context) => {
    const amount = dataReader(data).u64(4)
    if (amount === undefined || accounts.length <= toAt) return undefined
    const [from, to] = [accounts[0], accounts[toAt]]
    return {
      action: 'send',
      name,
      facts: [
        ...(from === context.account ? [] : solanaFact('from', from, context)),
        ...solanaFact('to', to, context),
        amountFact('amount', amount, context.book.native),
      ],
      warnings: [],
      ...coinMove({ from, to, amount }, context),
    }
  }

/** Warns of an unknown owner program, which controls the account's SOL. */
function programWarnings(program: string): Warning[] {
  return Object.values(programs).some((known) => known === program)
    ? []
    : [{ code: 'unknown-program', values: { program } }]
}

/** Warns about the owner of an account that the requested account pays for. */
function ownerWarnings(owner: string | undefined, { account }: InstructionContext): Warning[] {
  return owner === account ? [] : [{ code: 'sends-to-other' }]
}

const createAccount =
  (name: string, seeded: boolean): Reader =>
  ({ accounts, data }, context) => {
    const read = dataReader(data)
    // Variants with a seed have base and seed before the amount.
    const at = seeded ? 4 + 32 + 8 + Number(read.u64(36) ?? 0n) : 4
    const amount = read.u64(at)
    const owner = read.bytes(at + 16, 32)
    if (amount === undefined || !owner || accounts.length < 2) return undefined
    const [from, to] = accounts
    return {
      action: 'create-account',
      name,
      facts: [
        ...solanaFact('account', to, context),
        ...solanaFact('owner', encodeBase58(owner), context),
        amountFact('amount', amount, context.book.native),
      ],
      warnings: [
        ...(to === context.account ? [{ code: 'assigns-account' } as const] : []),
        ...programWarnings(encodeBase58(owner)),
      ],
      ...coinMove({ from, to, amount }, context),
    }
  }

const assign =
  (name: string): Reader =>
  ({ accounts, data }, context) => ({
    action: 'assign-account',
    name,
    facts: [
      ...solanaFact('account', accounts[0], context),
      ...solanaFact('owner', encodeBase58(data.subarray(-32)), context),
    ],
    warnings: [{ code: 'assigns-account' }],
  })

/** Defines an instruction of a nonce account; its data starts with an authority. */
const nonce =
  (
    name: string,
    read: (authority: string, context: InstructionContext) => readonly Warning[],
  ): Reader =>
  ({ accounts, data }, context) => {
    const key = dataReader(data).bytes(4, 32)
    const authority = key ? encodeBase58(key) : ''
    return {
      action: 'durable-nonce',
      name,
      facts: [
        ...solanaFact('account', accounts[0], context),
        ...solanaFact('new-authority', authority, context),
      ],
      warnings: read(authority, context),
    }
  }

const withdrawNonce: Reader = ({ accounts, data }, context) => {
  const amount = dataReader(data).u64(4)
  const [from, to] = accounts
  if (amount === undefined || !to) return undefined
  return {
    action: 'durable-nonce',
    name: 'withdrawNonceAccount',
    facts: [
      ...solanaFact('account', from, context),
      ...solanaFact('to', to, context),
      amountFact('amount', amount, context.book.native),
    ],
    warnings: ownerWarnings(to, context),
    ...coinMove({ from, to, amount }, context),
  }
}

const allocate =
  (name: string): Reader =>
  ({ accounts }, context) => ({
    action: 'create-account',
    name,
    facts: solanaFact('account', accounts[0], context),
    warnings: accounts[0] === context.account ? [{ code: 'assigns-account' }] : [],
  })

/** Instructions by number. @source https://docs.rs/solana-system-interface/latest/solana_system_interface/instruction/enum.SystemInstruction.html */
const instructions: Readonly<Record<number, Reader>> = {
  0: createAccount('createAccount', false),
  1: assign('assign'),
  2: transfer('transfer', 1),
  3: createAccount('createAccountWithSeed', true),
  4: nonce('advanceNonceAccount', () => [{ code: 'durable-nonce' }]),
  5: withdrawNonce,
  6: nonce('initializeNonceAccount', ownerWarnings),
  7: nonce('authorizeNonceAccount', () => [{ code: 'changes-authority' }]),
  8: allocate('allocate'),
  9: assign('allocateWithSeed'),
  10: assign('assignWithSeed'),
  11: transfer('transferWithSeed', 2),
  12: nonce('upgradeNonceAccount', () => []),
}

/** Decodes an instruction of the System program; undefined when unknown. */
export function readSystem(
  instruction: SolanaInstruction,
  context: InstructionContext,
): InstructionReading | undefined {
  const number = dataReader(instruction.data).u32(0)
  return number === undefined ? undefined : instructions[number]?.(instruction, context)
}

const stakeNames: Readonly<Record<number, string>> = {
  0: 'initialize',
  1: 'authorize',
  2: 'delegateStake',
  3: 'split',
  4: 'withdraw',
  5: 'deactivate',
  6: 'setLockup',
  7: 'merge',
  8: 'authorizeWithSeed',
  9: 'initializeChecked',
  10: 'authorizeChecked',
  11: 'authorizeCheckedWithSeed',
  12: 'setLockupChecked',
}

/** Reads the withdrawer of a new stake account. */
function readWithdrawer(
  name: string,
  { accounts, data }: Pick<SolanaInstruction, 'accounts' | 'data'>,
) {
  if (name === 'initializeChecked') return accounts[3]
  // The withdrawer follows the staker's 32 bytes.
  const key = name === 'initialize' ? dataReader(data).bytes(36, 32) : undefined
  return key && encodeBase58(key)
}

/** Decodes an instruction of the Stake program. @source https://docs.rs/solana-stake-interface (StakeInstruction) */
export function readStake(
  { accounts, data }: SolanaInstruction,
  context: InstructionContext,
): InstructionReading | undefined {
  const read = dataReader(data)
  const number = read.u32(0)
  const name = number === undefined ? undefined : stakeNames[number]
  if (name === undefined) return undefined
  const amount = name === 'split' || name === 'withdraw' ? read.u64(4) : undefined
  const to = name === 'withdraw' ? accounts[1] : undefined
  const changes = /^(?:authorize|setLockup)/.test(name)
  const withdrawer = readWithdrawer(name, { accounts, data })
  const moves = to === context.account && amount !== undefined
  return {
    action: changes ? 'change-authority' : 'stake',
    name,
    facts: [
      textFact('function', name),
      ...solanaFact('account', accounts[0], context),
      ...solanaFact('to', to, context),
      ...solanaFact('authority', withdrawer, context),
      ...(amount === undefined ? [] : [amountFact('amount', amount, context.book.native)]),
      ...(changes ? [hexFact('data', data)] : []),
    ],
    warnings: [
      ...(changes ? [{ code: 'changes-authority' } as const] : []),
      ...(to === undefined ? [] : ownerWarnings(to, context)),
      ...(/^initialize/.test(name) ? ownerWarnings(withdrawer, context) : []),
    ],
    comes: moves ? [{ asset: context.book.native, amount, by: 'request' }] : [],
  }
}
