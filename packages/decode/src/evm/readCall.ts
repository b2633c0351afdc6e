import type { AssetChange, Fact, Warning } from '../description.ts'
import { amountFact, hexFact, textFact } from '../facts.ts'
import { bundleFunctions } from './bundleFunctions.ts'
import {
  type CallContext,
  type CallReading,
  type EvmCall,
  evmAddressFact,
  type FunctionReading,
  isOwn,
} from './callReading.ts'
import { decodeAbi } from './decodeAbi.ts'
import { toHex } from './hex.ts'
import { contractRole } from './knownContracts.ts'
import { paymentFunctions } from './paymentFunctions.ts'
import { permissionFunctions } from './permissionFunctions.ts'
import { permit2Functions } from './permit2Functions.ts'
import { safeFunctions } from './safeFunctions.ts'
import { swapFunctions } from './swapFunctions.ts'
import { tokenFunctions } from './tokenFunctions.ts'

/** Maximum depth of nested calls; deeper ones are reported as not decoded. */
const deepest = 6
/** Maximum of calls decoded in one request. */
export const maxCalls = 200

const known = {
  ...tokenFunctions,
  ...permit2Functions,
  ...paymentFunctions,
  ...bundleFunctions,
  ...permissionFunctions,
  ...safeFunctions,
  ...swapFunctions,
}

/** Functions that are not payable. */
const nonPayable: ReadonlySet<string> = new Set(
  Object.entries({ ...tokenFunctions, ...permit2Functions })
    .filter(([, { name }]) => name !== 'deposit')
    .map(([selector]) => selector),
)

/** Returns the name of a function that can be decoded, by its selector in lower case. */
export function nameOfFunction(selector: string): string | undefined {
  return Object.hasOwn(known, selector) ? known[selector]?.name : undefined
}

function readFunction(call: EvmCall & { to: string }, context: CallContext): FunctionReading {
  const selector = toHex(call.data.subarray(0, 4))
  const entry = Object.hasOwn(known, selector) ? known[selector] : undefined
  const args = entry && decodeAbi(entry.types, call.data.subarray(4))
  const reading = entry && args && entry.read(args, call, context)
  // A call with value to a non-payable function must be another function with the same selector.
  const paid = call.value > 0n && entry !== undefined && nonPayable.has(selector)
  if (reading && !reading.unknown && !paid) return reading
  return {
    action: 'contract-call',
    facts: [hexFact('data', call.data)],
    warnings: [{ code: 'unknown-call' }],
  }
}

function valueFacts(call: EvmCall, context: CallContext): Fact[] {
  return call.value > 0n ? [amountFact('value', call.value, context.book.native)] : []
}

function coins(call: EvmCall, context: CallContext, way: 'leaves' | 'comes'): AssetChange[] {
  const [from, to] = [isOwn(context, call.sender), isOwn(context, call.to)]
  const counts = way === 'leaves' ? from && !to : to && !from
  return call.value > 0n && counts
    ? [{ asset: context.book.native, amount: call.value, by: 'request' }]
    : []
}

function readCreation(call: EvmCall, context: CallContext): CallReading {
  return {
    action: 'create-contract',
    facts: [...valueFacts(call, context), hexFact('init-code', call.data)],
    warnings: [{ code: 'creates-contract' }],
    calls: [],
    leaves: coins({ ...call, to: undefined }, context, 'leaves'),
    comes: [],
    unsure: [],
    mayFail: false,
  }
}

function placeWarnings(call: EvmCall & { to: string }, context: CallContext): Warning[] {
  return [
    ...(call.data.length > 0 && isOwn(context, call.to)
      ? [{ code: 'calls-own-account' } as const]
      : []),
    ...(contractRole(call.to) === 'entry-point' ? [{ code: 'calls-entry-point' } as const] : []),
    ...(BigInt(call.to) === 0n ? [{ code: 'to-nobody' } as const] : []),
  ]
}

function readInner(inner: readonly EvmCall[], context: CallContext) {
  const below = { ...context, depth: context.depth + 1 }
  if (inner.length > 0 && below.depth > deepest) return { calls: [], cut: true }
  const calls: CallReading[] = []
  for (const call of inner) {
    if (context.budget.left <= 0) return { calls, cut: true }
    const reading = readCall(call, below)
    calls.push(call.mayFail ? asUnsure(reading) : reading)
  }
  return { calls, cut: false }
}

/** Marks a reading's income as uncertain, for a call that may fail while the transaction succeeds. */
function asUnsure(reading: CallReading): CallReading {
  return { ...reading, comes: [], unsure: [...reading.comes, ...reading.unsure], mayFail: true }
}

/**
 * Decodes the effect of a call and of its nested calls. Anything uncertain carries a warning.
 * @throws {@link FoyerError} `action-not-allowed` for delegation to other code
 * @source security 3.4; T35, T40, T42
 */
export function readCall(call: EvmCall, context: CallContext): CallReading {
  context.budget.left--
  const { to } = call
  if (to === undefined) return readCreation(call, context)
  const target = context.book.checksum(to)
  const place = placeWarnings({ ...call, to }, context)
  const leaves = coins(call, context, 'leaves')
  const comes = coins(call, context, 'comes')
  if (call.data.length === 0)
    return {
      action: call.value > 0n ? 'send' : 'empty-call',
      target,
      facts: [evmAddressFact('to', to, context), ...valueFacts(call, context)],
      warnings: place,
      calls: [],
      leaves,
      comes,
      unsure: [],
      mayFail: false,
    }

  const reading = readFunction({ ...call, to }, context)
  const { calls, cut } = readInner(reading.inner ?? [], context)
  const name = nameOfFunction(toHex(call.data.subarray(0, 4)))
  return {
    action: reading.action,
    target,
    ...(name === undefined ? {} : { name }),
    facts: [
      evmAddressFact('contract', to, context),
      ...(name === undefined ? [] : [textFact('function', name)]),
      ...valueFacts(call, context),
      ...(reading.facts ?? []),
    ],
    warnings: [
      ...place,
      ...(reading.warnings ?? []),
      ...(cut ? [{ code: 'not-all-decoded' } as const] : []),
    ],
    calls,
    leaves: [...leaves, ...(reading.leaves ?? []), ...calls.flatMap((inner) => inner.leaves)],
    comes: [...comes, ...(reading.comes ?? []), ...calls.flatMap((inner) => inner.comes)],
    unsure: calls.flatMap((inner) => inner.unsure),
    mayFail: reading.mayFail === true || calls.some((inner) => inner.mayFail),
  }
}
