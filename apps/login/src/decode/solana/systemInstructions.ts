import { toHex } from '../../worker/evm/hex.ts'
import { encodeBase58 } from '../../worker/solana/base58.ts'
import type { AssetChange, Warning } from '../description.ts'
import { amountFact, hexFact, textFact } from '../facts.ts'
import {
  dataReader,
  type InstructionContext,
  type InstructionReading,
  type SolanaInstruction,
  solanaFact,
} from './instructionReading.ts'

type Reader = (
  instruction: SolanaInstruction,
  context: InstructionContext,
) => InstructionReading | undefined

/** Coins that move between two accounts. */
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

const createAccount =
  (name: string, seeded: boolean): Reader =>
  ({ accounts, data }, context) => {
    const read = dataReader(data)
    // Base and seed stand before what is paid, where the address is made of a seed.
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
      warnings: to === context.account ? [{ code: 'assigns-account' }] : [],
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

const nonce =
  (name: string, warnings: readonly Warning[]): Reader =>
  ({ accounts, data }, context) => {
    const amount = name === 'withdrawNonceAccount' ? dataReader(data).u64(4) : undefined
    return {
      action: 'durable-nonce',
      name,
      facts: [
        ...solanaFact('account', accounts[0], context),
        ...(name === 'authorizeNonceAccount' && data.length >= 36
          ? solanaFact('new-authority', encodeBase58(data.subarray(4, 36)), context)
          : []),
        ...(amount === undefined
          ? []
          : [
              ...solanaFact('to', accounts[1], context),
              amountFact('amount', amount, context.book.native),
            ]),
      ],
      warnings,
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

/** By number. @source https://docs.rs/solana-system-interface/latest/solana_system_interface/instruction/enum.SystemInstruction.html */
const instructions: Readonly<Record<number, Reader>> = {
  0: createAccount('createAccount', false),
  1: assign('assign'),
  2: transfer('transfer', 1),
  3: createAccount('createAccountWithSeed', true),
  4: nonce('advanceNonceAccount', [{ code: 'durable-nonce' }]),
  5: nonce('withdrawNonceAccount', []),
  6: nonce('initializeNonceAccount', []),
  7: nonce('authorizeNonceAccount', [{ code: 'changes-authority' }]),
  8: allocate('allocate'),
  9: assign('allocateWithSeed'),
  10: assign('assignWithSeed'),
  11: transfer('transferWithSeed', 2),
  12: nonce('upgradeNonceAccount', []),
}

/** Reads an instruction of the System program; nothing when it is not known. */
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

/** Reads an instruction of the Stake program. @source https://docs.rs/solana-stake-interface (StakeInstruction) */
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
  const moves = to === context.account && amount !== undefined
  return {
    action: changes ? 'change-authority' : 'stake',
    name,
    facts: [
      textFact('function', name),
      ...solanaFact('account', accounts[0], context),
      ...solanaFact('to', to, context),
      ...(amount === undefined ? [] : [amountFact('amount', amount, context.book.native)]),
      ...(changes ? [hexFact('data', toHex(data.subarray(0, 512)))] : []),
    ],
    warnings: [
      ...(changes ? [{ code: 'changes-authority' } as const] : []),
      ...(to !== undefined && to !== context.account ? [{ code: 'sends-to-other' } as const] : []),
    ],
    comes: moves ? [{ asset: context.book.native, amount, by: 'request' }] : [],
  }
}
