import { FoyerError } from '@foyer/protocol'
import type { ApprovalInput, BundleCall, PlannedTransaction } from '../approvalInput.ts'
import type { DescribeServices } from '../describeServices.ts'
import type { Description, Warning } from '../description.ts'
import { addressFact, chainMoment, momentFact, numberFact } from '../facts.ts'
import type { Together } from '../signRequest.ts'
import { createAssetBook } from './assetBook.ts'
import type { EvmCall } from './callReading.ts'
import { checksumAddress } from './checksumAddress.ts'
import { describeCalls } from './describeCalls.ts'
import { fromHex } from './hex.ts'
import type { TransactionRequest } from './transactionRequest.ts'

/** Maximum of calls in a bundle. @source security 3.4 */
const maxBundleCalls = 20
/** Fields that delegate the account to other code. @source EIP-7702, ERC-7836 */
const delegatingFields = [
  'authorizationList',
  'authorization_list',
  'authorizations',
  'eip7702Auth',
  'factory',
  'initCode',
]

/**
 * Refuses fields that would delegate the account to other code, in any spelling.
 * @throws {@link FoyerError} `action-not-allowed`. @source security 3.4; T40
 */
function refuseForeignCode(value: object) {
  const named = delegatingFields.some((key) => Object.hasOwn(value, key))
  if (named || ('type' in value && value.type === '0x4'))
    throw new FoyerError('action-not-allowed', {
      details:
        'This would let foreign code act as the account (EIP-7702 authorisation, or code of an account).',
    })
}

const toCall = (
  { data, to, value }: TransactionRequest | PlannedTransaction,
  sender: string,
): EvmCall => ({ to: to?.toLowerCase(), value, data: fromHex(data), sender })

const priceOf = (transaction: TransactionRequest): bigint =>
  transaction.type === '0x0' ? transaction.gasPrice : transaction.maxFeePerGas

/** Describes an EVM transaction. @throws {@link FoyerError} `action-not-allowed`, `request-aborted` */
export function describeTransaction(
  transaction: TransactionRequest | PlannedTransaction,
  input: ApprovalInput,
  services: DescribeServices,
): Promise<Description> {
  refuseForeignCode(transaction)
  return describeCalls(
    {
      calls: [toCall(transaction, input.account.toLowerCase())],
      ...chosenFields(transaction),
      kind: 'transaction',
    },
    input,
    services,
  )
}

/** Reads what a wallet has chosen: nothing yet in a planned transaction, whose fee is only an estimate. */
function chosenFields(transaction: TransactionRequest | PlannedTransaction) {
  if (transaction.type === 'planned')
    return { facts: [], ...(transaction.gas && { gas: transaction.gas }) }
  const { gas, nonce } = transaction
  return {
    facts: [numberFact('nonce', nonce), numberFact('gas', gas)],
    gas: { gas, price: priceOf(transaction) },
  }
}

/** The fee of several transactions together, at the highest of their prices. */
function chosenTotal(transactions: readonly TransactionRequest[]) {
  const [first] = transactions
  if (!first) return { facts: [] }
  const gas = transactions.reduce((sum, one) => sum + one.gas, 0n)
  let price = 0n
  for (const transaction of transactions)
    if (priceOf(transaction) > price) price = priceOf(transaction)
  return {
    facts: [numberFact('nonce', first.nonce), numberFact('gas', gas)],
    gas: { gas, price },
  }
}

function readBundleCall(call: BundleCall, sender: string): EvmCall {
  refuseForeignCode(call)
  const { to, data = '0x', value = '0x0' } = call
  if (to !== undefined && !/^0x[0-9a-fA-F]{40}$/.test(to))
    throw new FoyerError('params-invalid', { details: 'A call’s `to` is no address.' })
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(value))
    throw new FoyerError('params-invalid', { details: 'A call’s `value` is no quantity.' })
  if (data.length > 262_144)
    throw new FoyerError('params-invalid', { details: 'A call’s `data` is too long.' })
  return { to: to?.toLowerCase(), value: BigInt(value), data: fromHex(data), sender }
}

/** The fee and the numbers of calls that a smart account makes at once, and its upgrade. */
function ofTogether({ upgrade, ...together }: Together) {
  const notes: readonly Warning[] = upgrade ? [{ code: 'upgrades-account' }] : []
  if (together.by === 'signature')
    return {
      notes: [...notes, { code: 'not-fee-payer' } as const],
      facts: [momentFact('deadline', chainMoment(together.deadline))],
    }
  if (together.by === 'operation')
    return {
      notes: [...notes, { code: 'not-fee-payer' } as const],
      facts: [
        addressFact('fee-payer', checksumAddress(together.paymaster), false),
        momentFact('deadline', chainMoment(together.validUntil)),
        numberFact('nonce', together.nonce),
      ],
    }
  const { gas, maxFeePerGas: price, nonce } = together
  return {
    notes,
    facts: [numberFact('nonce', nonce), numberFact('gas', gas)],
    gas: { gas, price },
  }
}

/** Describes the end of a smart account: its code is removed, and nothing else happens. */
export function describeUndo(
  { gas, maxFeePerGas, nonce }: { gas: bigint; maxFeePerGas: bigint; nonce: bigint },
  { account, network }: ApprovalInput,
): Description {
  const asset = createAssetBook({ network, account: account.toLowerCase() }).native
  return {
    kind: 'transaction',
    title: 'undo-smart-account',
    risk: 'medium',
    warnings: [],
    leaves: [],
    comes: [],
    facts: [numberFact('nonce', nonce), numberFact('gas', gas)],
    calls: [],
    fee: { asset, amount: gas * maxFeePerGas, by: 'request' },
  }
}

/**
 * Describes a bundle of `wallet_sendCalls`: shows each call, and simulates them together. The fee is known if a wallet has
 * completed the calls to transactions.
 * @throws {@link FoyerError} `bundle-too-large` for more than 20, `params-invalid`, `action-not-allowed`
 * @source security 3.4; spec 5.4; EIP-5792
 */
export async function describeBundle(
  bundle: {
    from: string
    calls: readonly (BundleCall | TransactionRequest)[]
    together?: Together | undefined
  },
  input: ApprovalInput,
  services: DescribeServices,
): Promise<Description> {
  refuseForeignCode(bundle)
  if (bundle.calls.length === 0)
    throw new FoyerError('params-invalid', { details: 'The bundle holds no call.' })
  if (bundle.calls.length > maxBundleCalls)
    throw new FoyerError('bundle-too-large', {
      details: `At most ${maxBundleCalls} calls can be shown.`,
    })
  const sender = input.account.toLowerCase()
  const calls = bundle.calls.map((call) => {
    if (!('nonce' in call)) return readBundleCall(call, sender)
    refuseForeignCode(call)
    return toCall(call, sender)
  })
  const completed = bundle.calls.filter((call) => 'nonce' in call)
  const { together } = bundle
  const chosen = together ? ofTogether(together) : chosenTotal(completed)
  const description = await describeCalls({ calls, ...chosen, kind: 'calls' }, input, services)
  return together ? { ...description, atomic: true } : description
}
