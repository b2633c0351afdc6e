import { type Address, getBase58Decoder } from '@solana/kit'
import {
  associatedTokenProgram,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../programs.ts'
import { toUiAmount } from '../tokenBalances.ts'
import {
  associatedTokenForms,
  type InstructionForm,
  systemForms,
  tokenForms,
  transferWithFeeForm,
} from './instructionForms.ts'

/** An instruction with the addresses of its accounts. */
export type FullInstruction = {
  program: Address
  accounts: readonly Address[]
  data: Uint8Array
  stackHeight: number
}

/** Parses an instruction of a known program by name, else returns it unparsed. */
export function parseInstruction(instruction: FullInstruction) {
  const { accounts, data, program: programId, stackHeight } = instruction
  if (programId === memoProgram) {
    return { program: 'spl-memo', programId, parsed: new TextDecoder().decode(data), stackHeight }
  }
  const known = findForm(instruction)
  const info = known && readInfo(instruction, known)
  if (!known || !info)
    return { programId, accounts, data: getBase58Decoder().decode(data), stackHeight }
  return { program: known.program, programId, parsed: { type: known.form.type, info }, stackHeight }
}

type Known = { program: string; form: InstructionForm; offset: number }

function findForm({ data, program }: FullInstruction): Known | undefined {
  const found = (name: string, form: InstructionForm | undefined, offset: number) =>
    form && { program: name, form, offset }
  const kind = data[0] ?? 0
  switch (program) {
    case systemProgram:
      return data.length < 4 ? undefined : found('system', systemForms[kind], 4)
    case associatedTokenProgram:
      return found('spl-associated-token-account', associatedTokenForms[kind], 1)
    case tokenProgram:
      return found('spl-token', tokenForms[data[0] ?? -1], 1)
    case token2022Program:
      // Both programs have the same name in parsed transactions.
      if (kind === 26 && data[1] === 1) return found('spl-token', transferWithFeeForm, 2)
      return found('spl-token', tokenForms[data[0] ?? -1], 1)
    default:
      return undefined
  }
}

/** @returns undefined if the data is too short. */
function readInfo({ accounts, data }: FullInstruction, { form, offset: start }: Known) {
  if (accounts.length < form.accounts.length) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  let offset = start
  const step = (size: number) => {
    offset += size
    return offset - size
  }
  let decimals = 0
  const readers = {
    u8: () => view.getUint8(step(1)),
    u64: () => view.getBigUint64(step(8), true),
    amount: () => String(view.getBigUint64(step(8), true)),
    tokenAmount: () => {
      const amount = view.getBigUint64(step(8), true)
      decimals = view.getUint8(step(1))
      return toUiAmount(amount, decimals)
    },
    feeAmount: () => toUiAmount(view.getBigUint64(step(8), true), decimals),
    address: () => {
      if (offset + 32 > data.length) throw new RangeError('too short for an address')
      return getBase58Decoder().decode(data.slice(step(32), offset))
    },
  }
  try {
    return {
      ...Object.fromEntries(form.accounts.map((name, place) => [name, accounts[place]])),
      ...Object.fromEntries(form.fields.map(([name, kind]) => [name, readers[kind]()])),
    }
  } catch (error) {
    // A failed transaction may contain any data.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
