import { base16 } from '@scure/base'
import { exactAmount } from '../amounts.ts'
import type { Fact } from '../facts.ts'
import { mintOf, ownerOf, tokenAmount, tokenName } from './describeToken.ts'
import { programs } from './programs.ts'
import type { Step } from './readInstruction.ts'
import type { SolanaRpc } from './solanaRpc.ts'

/** A step in words. */
export type Described = {
  /** What is done: `Send`. */
  title: string
  /** How much of what, when the step moves or permits something. */
  amount?: string | Promise<string>
  facts: readonly Fact[]
  /** Bytes nobody could put into words, as hex. */
  data?: string
}

const programNames: Readonly<Record<string, string>> = {
  [programs.system]: 'System program',
  [programs.token]: 'Token program',
  [programs.token2022]: 'Token 2022 program',
  [programs.associatedToken]: 'Associated token program',
  [programs.computeBudget]: 'Compute budget program',
  [programs.memo]: 'Memo program',
}
const named = (program: string) => programNames[program] ?? program
const party = (address: string | undefined) =>
  address ?? 'an address in a lookup table, which this wallet does not read'
const sol = (lamports: bigint) => `${exactAmount(lamports, 9)} SOL`

/**
 * Puts a step into words.
 *
 * @param self - the address that signs: only what is not its own is named
 * @param steps - all of the transaction: one may create the token account another sends to
 * @returns Nothing for a step that only sets the fee.
 */
export function describeStep(
  step: Step,
  { rpc, self, steps }: { rpc: SolanaRpc | undefined; self: string; steps: readonly Step[] },
): Described | undefined {
  switch (step.kind) {
    case 'sendSol':
      return {
        title: 'Send',
        amount: sol(step.lamports),
        facts: [
          ...(step.from === self ? [] : [['From', party(step.from)] as const]),
          ['To', party(step.to)],
        ],
      }
    case 'sendToken': {
      const mint = step.mint === undefined ? mintOf(rpc, step.source) : Promise.resolve(step.mint)
      // The program that creates the account refuses one that is not the named owner's.
      const created = steps.find(
        (each) => each.kind === 'createTokenAccount' && each.account === step.destination,
      )
      const owner = created?.kind === 'createTokenAccount' ? created.owner : undefined
      return {
        title: 'Send tokens',
        amount: mint.then((known) => tokenAmount(rpc, { ...step, mint: known })),
        facts: [
          ['To', owner ?? ownerOf(rpc, step.destination)],
          ['Token', mint.then((known) => known ?? 'unknown')],
        ],
      }
    }
    case 'approveToken': {
      const mint = mintOf(rpc, step.source)
      return {
        title: 'Allow spending',
        amount: mint.then((known) => tokenAmount(rpc, { amount: step.amount, mint: known })),
        facts: [
          ['Spender', party(step.spender)],
          ['Token', mint.then((known) => known ?? 'unknown')],
        ],
      }
    }
    case 'closeToken':
      return {
        title: 'Close a token account',
        facts: [
          ['Account', party(step.account)],
          ['Rest to', party(step.receiver)],
        ],
      }
    case 'createAccount':
      return {
        title: 'Create an account',
        amount: sol(step.lamports),
        facts: [
          ['Account', party(step.account)],
          ['Program', named(step.owner)],
        ],
      }
    case 'createTokenAccount':
      return {
        title: 'Create a token account',
        facts: [
          ['For', party(step.owner)],
          ['Token', tokenName(step.mint)],
        ],
      }
    case 'memo':
      return { title: 'Leave a memo', facts: [['Text', step.text]] }
    case 'computeLimit':
    case 'computePrice':
      return undefined
    case 'unknown': {
      const { program, accounts, data } = step.instruction
      return {
        title: programNames[program] ? 'Call a program' : 'Call an unknown program',
        facts: [
          ['Program', named(program)],
          ['Accounts', String(accounts.length)],
        ],
        data: `0x${base16.encode(data).toLowerCase()}`,
      }
    }
  }
}
