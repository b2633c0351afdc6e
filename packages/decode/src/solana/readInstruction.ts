import type { Warning } from '../description.ts'
import { hexFact, numberFact, textFact } from '../facts.ts'
import { hasUnseen, readUtf8 } from '../showText.ts'
import {
  dataReader,
  type InstructionContext,
  type InstructionReading,
  type SolanaInstruction,
  solanaFact,
} from './instructionReading.ts'
import { isTokenProgram, programs } from './solanaPrograms.ts'
import { readStake, readSystem } from './systemInstructions.ts'
import { readToken } from './tokenInstructions.ts'

const budgetNames = [
  '',
  'requestHeapFrame',
  'setComputeUnitLimit',
  'setComputeUnitPrice',
  'setLoadedAccountsDataSizeLimit',
]

/** @source https://docs.rs/solana-compute-budget-interface */
function readBudget({ data }: SolanaInstruction): InstructionReading | undefined {
  const [number = 0] = data
  const name = budgetNames[number]
  const read = dataReader(data)
  const value = number === 3 ? read.u64(1) : read.u32(1)
  if (!name || value === undefined) return undefined
  return {
    action: 'fee-settings',
    name,
    facts: [textFact('function', name), numberFact('gas', BigInt(value))],
    warnings: [],
  }
}

function readMemo({ data }: SolanaInstruction): InstructionReading {
  const text = readUtf8(data)
  const warnings: Warning[] =
    text === undefined || hasUnseen(text) ? [{ code: 'hidden-characters' }] : []
  return {
    action: 'memo',
    name: 'memo',
    facts: [text === undefined ? hexFact('memo', data) : textFact('memo', text)],
    warnings,
  }
}

/** @source https://docs.rs/spl-associated-token-account-interface */
function readAssociated(
  { accounts, data }: SolanaInstruction,
  context: InstructionContext,
): InstructionReading | undefined {
  const [number = 0] = data
  const name = ['create', 'createIdempotent'][number]
  const [, account, owner, mint] = accounts
  if (!name || !account) return undefined
  return {
    action: 'create-account',
    name,
    facts: [
      ...solanaFact('account', account, context),
      ...solanaFact('owner', owner, context),
      ...solanaFact('token', mint, context),
    ],
    warnings: [],
  }
}

function readKnown(instruction: SolanaInstruction, context: InstructionContext) {
  const { program } = instruction
  if (program === programs.system) return readSystem(instruction, context)
  if (isTokenProgram(program)) return readToken(instruction, context)
  if (program === programs.associated) return readAssociated(instruction, context)
  if (program === programs.computeBudget) return readBudget(instruction)
  if (program === programs.stake) return readStake(instruction, context)
  if (program === programs.memo || program === programs.oldMemo) return readMemo(instruction)
  return undefined
}

/** Decodes the effect of an instruction. An unknown one carries a warning. Never throws. */
export function readInstruction(
  instruction: SolanaInstruction,
  context: InstructionContext,
): InstructionReading {
  const known = readKnown(instruction, context)
  if (known) return known
  return {
    action: 'contract-call',
    facts: [
      ...solanaFact('program', instruction.program, context),
      hexFact('data', instruction.data),
    ],
    warnings: [{ code: 'unknown-program', values: { program: instruction.program } }],
  }
}
