import { solanaAccounts } from '../../../solana/solanaAccounts.ts'
import { readTransaction } from '../../readTransaction.ts'
import type { SolanaNetwork } from '../../solanaNetwork.ts'
import { roughAmount } from '../amounts.ts'
import { element } from '../element.ts'
import { type Fact, facts } from '../facts.ts'
import { type Described, describeStep } from './describeStep.ts'
import { failureWords } from './failureWords.ts'
import { feeOf } from './feeOf.ts'
import { readInstruction } from './readInstruction.ts'
import { createSolanaRpc, type SolanaRpc } from './solanaRpc.ts'

/** A transaction as the person reads it. */
export type DrawnTransaction = {
  /** What it does, when that is one thing: `Send tokens`. */
  title: string | undefined
  /** How much it moves, large, when it does one thing. */
  headline: HTMLElement | undefined
  /** All else. */
  body: readonly HTMLElement[]
}

/** Text that may come later. */
function later(text: string | Promise<string>): HTMLElement {
  const shown = element('span', {}, typeof text === 'string' ? text : '…')
  if (typeof text !== 'string') {
    text.then(
      (words) => shown.replaceChildren(words),
      () => shown.replaceChildren('unknown'),
    )
  }
  return shown
}

function drawData(data: string): HTMLElement {
  return element(
    'details',
    {},
    element('summary', {}, 'Data'),
    element('pre', { class: 'message', tabindex: '0' }, data),
  )
}

function drawStep({ title, amount, facts: lines, data }: Described): HTMLElement {
  const heading = element('h3', {}, title)
  if (amount !== undefined) heading.append(' ', later(amount))
  return element(
    'li',
    { class: 'step' },
    heading,
    facts(lines),
    ...(data === undefined || data === '0x' ? [] : [drawData(data)]),
  )
}

/** What the network charges, in words; the wallet counts itself where it can ask nobody. */
async function feeText(
  rpc: SolanaRpc | undefined,
  { message, counted }: { message: Uint8Array; counted: bigint },
): Promise<string> {
  if (!rpc) return `≈ ${roughAmount(counted, 9)} SOL`
  const lamports = await rpc.getFee(message).catch(() => undefined)
  if (lamports === undefined) return `≈ ${roughAmount(counted, 9)} SOL`
  return `${roughAmount(BigInt(lamports), 9)} SOL`
}

/**
 * Draws what a transaction does.
 *
 * @param isFirst - Others may depend on what came before them, which the network can not try.
 * @throws RangeError for bytes that are no transaction.
 */
export function drawTransaction(
  bytes: Uint8Array,
  { account, network, isFirst }: { account: number; network: SolanaNetwork; isFirst: boolean },
): DrawnTransaction {
  const rpc = network.rpcUrl === undefined ? undefined : createSolanaRpc(network.rpcUrl)
  const self = solanaAccounts[account]!.address
  const { message, signers, instructions } = readTransaction(bytes)
  const steps = instructions.map(readInstruction)
  const fee = feeText(rpc, { message, counted: feeOf(signers.length, steps) })
  const closing: Fact[] = [
    ['Network', network.name],
    ['Fee', fee],
    ...(signers[0] === self ? [] : [['Paid by', signers[0]!] as const]),
    ...(signers.length > 1 ? [['Signers', signers.join('\n')] as const] : []),
  ]
  const warning = element('p', { class: 'warning', role: 'alert', hidden: true })
  if (isFirst) {
    rpc?.simulate(bytes).then(
      (trouble) => {
        if (trouble === undefined) return
        warning.hidden = false
        const words = failureWords(
          trouble,
          instructions.map(({ program }) => program),
        )
        warning.replaceChildren(`This is likely to fail. ${words}`)
      },
      // A network that does not try transactions is no reason not to sign.
      () => undefined,
    )
  }
  const described = steps.flatMap((step) => {
    const words = describeStep(step, { rpc, self, steps })
    return words ? [{ kind: step.kind, ...words }] : []
  })
  const notes = described.filter(({ kind }) => kind === 'memo' || kind === 'createTokenAccount')
  const main = described.filter((each) => !notes.includes(each))
  const [only] = main
  if (main.length === 1 && only?.amount !== undefined && only.kind !== 'createAccount') {
    const asides = notes.map(
      ({ kind, facts: lines }): Fact =>
        kind === 'memo' ? ['Memo', lines[0]![1]] : ['Creates', 'the receiver’s token account'],
    )
    return {
      title: only.title,
      headline: element('p', { class: 'amount' }, later(only.amount)),
      body: [warning, facts([...only.facts, ...asides, ...closing])],
    }
  }
  return {
    title: undefined,
    headline: undefined,
    body: [warning, element('ol', { class: 'steps' }, ...described.map(drawStep)), facts(closing)],
  }
}
