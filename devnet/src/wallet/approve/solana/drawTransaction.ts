import type { DescribedCall, Fact as DescribedFact, Description } from '@foyer/decode'
import type { SolanaNetwork } from '../../solanaNetwork.ts'
import { roughAmount } from '../amounts.ts'
import { element } from '../element.ts'
import { type Fact, facts } from '../facts.ts'
import { describeTransaction } from './describeTransaction.ts'
import { failureWords } from './failureWords.ts'
import { createSolanaRpc } from './solanaRpc.ts'
import { actionWords, labelWords, valueWords, warningWords } from './transactionWords.ts'

/** Draws a transaction's description; three dots until it is known. */
export function drawTransaction(bytes: Uint8Array, options: drawTransaction.Options): HTMLElement {
  const drawn = element('div', { class: 'transaction' }, element('p', {}, '…'))
  const draw = async () => {
    const description = await describeTransaction(bytes, options)
    const failure = await readFailure(bytes, description, options)
    drawn.replaceChildren(...drawDescription(description, options.network, failure))
  }
  draw().catch((error: unknown) => {
    const words = `What it does is not known: ${String(error)}`
    drawn.replaceChildren(element('p', { class: 'warning', role: 'alert' }, words))
  })
  return drawn
}

export declare namespace drawTransaction {
  type Options = {
    /** The index of the signing account. */
    account: number
    network: SolanaNetwork
    /** The requesting origin. */
    site: string
    /** True for later transactions, which may depend on earlier ones and so can not be simulated. */
    isFirst: boolean
  }
}

/** Explains why the network would reject it. */
async function readFailure(
  bytes: Uint8Array,
  { calls, simulation }: Description,
  { isFirst, network: { rpcUrl } }: drawTransaction.Options,
): Promise<string | undefined> {
  if (!isFirst || simulation !== 'reverts' || rpcUrl === undefined) return undefined
  const programs = calls.map(({ target = '' }) => target)
  return createSolanaRpc(rpcUrl)
    .simulate(bytes)
    .then(
      (trouble) => failureWords(trouble, programs),
      () => 'The network refuses it.',
    )
}

const isAmount = ({ label }: DescribedFact) => label === 'amount'
const rowOf = ({ label, value }: DescribedFact): Fact => [labelWords(label), valueWords(value)]
const amountOf = (call: DescribedCall) => {
  const amount = call.facts.find(isAmount)
  return amount && valueWords(amount.value)
}

function drawData(data: string): HTMLElement {
  return element(
    'details',
    {},
    element('summary', {}, 'Data'),
    element('pre', { class: 'message', tabindex: '0' }, data),
  )
}

function drawCall(call: DescribedCall): HTMLElement {
  const isData = ({ value }: DescribedFact) => value.kind === 'hex'
  const amount = amountOf(call)
  return element(
    'li',
    { class: 'step' },
    element('h3', {}, amount === undefined ? actionWords(call) : `${actionWords(call)} ${amount}`),
    facts(call.facts.filter((fact) => !isAmount(fact) && !isData(fact)).map(rowOf)),
    ...call.facts
      .filter(isData)
      .map(({ value }) => valueWords(value))
      .filter((data) => data !== '0x')
      .map(drawData),
  )
}

/** Draws the network, the fee, the payer and signers, and the warnings. */
function closingFacts({ facts: own, fee, warnings }: Description, network: SolanaNetwork): Fact[] {
  const signers = own.filter(({ label }) => label === 'fee-payer' || label === 'signer')
  const [payer] = signers
  const isPaidByOther = payer?.value.kind === 'address' && !payer.value.own
  // A separate line already explains the failure.
  const told = warnings.filter(({ code }) => code !== 'simulation-reverts')
  return [
    ['Network', network.name],
    ...(fee && !isPaidByOther
      ? [['Fee', `${roughAmount(fee.amount, 9)} SOL at most`] as const]
      : []),
    ...(isPaidByOther ? [rowOf(payer)] : []),
    ...(signers.length > 1
      ? [['Signers', signers.map(({ value }) => valueWords(value)).join('\n')] as const]
      : []),
    ...(told.length > 0
      ? [['Warnings', told.map(({ code }) => warningWords(code)).join('\n')] as const]
      : []),
  ]
}

function drawDescription(
  description: Description,
  network: SolanaNetwork,
  failure: string | undefined,
): HTMLElement[] {
  const closing = closingFacts(description, network)
  const alert =
    failure === undefined
      ? []
      : [element('p', { class: 'warning', role: 'alert' }, `This is likely to fail. ${failure}`)]
  const calls = description.calls.filter(({ action }) => action !== 'fee-settings')
  const opened = calls.filter(({ name }) => name === 'create' || name === 'createIdempotent')
  const memos = calls.filter(({ action }) => action === 'memo')
  const [only, ...others] = calls.filter((call) => !opened.includes(call) && !memos.includes(call))
  const amount = only && amountOf(only)
  if (!only || amount === undefined || others.length > 0 || only.action === 'create-account')
    return [...alert, element('ol', { class: 'steps' }, ...calls.map(drawCall)), facts(closing)]
  return [
    element('h2', {}, actionWords(only)),
    element('p', { class: 'amount' }, amount),
    ...alert,
    facts([
      ...only.facts.filter((fact) => !isAmount(fact)).map(rowOf),
      ...memos.flatMap((memo) => memo.facts.map(rowOf)),
      ...opened.map((): Fact => ['Creates', 'the receiver’s token account']),
      ...closing,
    ]),
  ]
}
