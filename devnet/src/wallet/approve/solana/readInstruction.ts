import { base58 } from '@scure/base'
import type { Instruction } from '../../readTransaction.ts'
import { programs } from './programs.ts'

type Party = string | undefined

/** What an instruction does, as far as the wallet understands it. */
export type Step =
  | { kind: 'sendSol'; from: Party; to: Party; lamports: bigint }
  | {
      kind: 'sendToken'
      /** Token accounts. */
      source: Party
      destination: Party
      amount: bigint
      /** Known from a checked transfer, else the chain has to be asked. */
      mint: Party
      decimals: number | undefined
    }
  | { kind: 'approveToken'; source: Party; spender: Party; amount: bigint }
  | { kind: 'closeToken'; account: Party; receiver: Party }
  | { kind: 'createAccount'; account: Party; owner: string; lamports: bigint }
  | { kind: 'createTokenAccount'; account: Party; owner: Party; mint: Party }
  | { kind: 'memo'; text: string }
  | { kind: 'computeLimit'; units: number }
  | { kind: 'computePrice'; microLamports: bigint }
  | { kind: 'unknown'; instruction: Instruction }

/**
 * Reads an instruction; anything that is not exactly what the program's documentation says is
 * unknown, since half a reading would mislead.
 */
export function readInstruction(instruction: Instruction): Step {
  try {
    return reading(instruction) ?? { kind: 'unknown', instruction }
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'unknown', instruction }
    throw error
  }
}

function reading({ program, accounts, data }: Instruction): Step | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  switch (program) {
    case programs.system:
      return readSystem(view, accounts)
    case programs.token:
    case programs.token2022:
      return readToken(view, accounts)
    case programs.associatedToken: {
      // No data is the oldest way to say "create"; 1 does nothing when the account is there.
      if (data.length > 1 || (data[0] ?? 0) > 1) return undefined
      const [, account, owner, mint] = accounts
      return { kind: 'createTokenAccount', account, owner, mint }
    }
    case programs.computeBudget:
      if (data[0] === 2) return { kind: 'computeLimit', units: view.getUint32(1, true) }
      if (data[0] === 3) {
        return { kind: 'computePrice', microLamports: view.getBigUint64(1, true) }
      }
      return undefined
    case programs.memo:
    case programs.memoOne:
      return { kind: 'memo', text: new TextDecoder().decode(data) }
    default:
      return undefined
  }
}

/** @source https://docs.rs/solana-system-interface, SystemInstruction */
function readSystem(view: DataView, accounts: readonly Party[]): Step | undefined {
  const [from, to] = accounts
  switch (view.getUint32(0, true)) {
    case 0:
      return {
        kind: 'createAccount',
        account: to,
        owner: ownerAt(view, 20),
        lamports: view.getBigUint64(4, true),
      }
    case 2:
      if (view.byteLength !== 12) return undefined
      return { kind: 'sendSol', from, to, lamports: view.getBigUint64(4, true) }
    default:
      return undefined
  }
}

/** @source https://docs.rs/spl-token, TokenInstruction; 26 is Token-2022's transfer fee extension */
function readToken(view: DataView, accounts: readonly Party[]): Step | undefined {
  const [first, second, third] = accounts
  const amount = () => view.getBigUint64(1, true)
  const checked = (at: number): Step => ({
    kind: 'sendToken',
    source: first,
    mint: second,
    destination: third,
    amount: view.getBigUint64(at, true),
    decimals: view.getUint8(at + 8),
  })
  switch (view.getUint8(0)) {
    case 3:
      return {
        kind: 'sendToken',
        source: first,
        destination: second,
        amount: amount(),
        mint: undefined,
        decimals: undefined,
      }
    case 4:
      return { kind: 'approveToken', source: first, spender: second, amount: amount() }
    case 9:
      return { kind: 'closeToken', account: first, receiver: second }
    case 12:
      return checked(1)
    case 13:
      return { kind: 'approveToken', source: first, spender: third, amount: amount() }
    case 26:
      return view.getUint8(1) === 1 ? checked(2) : undefined
    default:
      return undefined
  }
}

/** The program an account is created for. */
function ownerAt(view: DataView, at: number): string {
  if (view.byteLength < at + 32) throw new RangeError('No owner.')
  return base58.encode(new Uint8Array(view.buffer, view.byteOffset + at, 32))
}
