import type { Fact, FactLabel, Warning } from '../description.ts'
import { amountFact, numberFact } from '../facts.ts'
import {
  type CallContext,
  type EvmCall,
  evmAddressFact,
  type FunctionReading,
  type KnownFunction,
  knownFunction,
} from './callReading.ts'
import type { AbiValue } from './decodeAbi.ts'
import { toHex } from './hex.ts'
import { bundleWarnings } from './knownContracts.ts'

/** A Safe's transaction: typed data to sign, or a call to send. */
export type SafeTransaction = {
  safe: string
  to: string
  value: bigint
  data: Uint8Array
  operation: bigint
  safeTxGas: bigint
  baseGas: bigint
  gasPrice: bigint
  gasToken: string
  refundReceiver: string
}

const nobody = `0x${'0'.repeat(40)}`
/** Gas that a Safe may refund beyond the call's own: payment, account access and creation, and a margin. */
const safeOverhead = 100_000n

/**
 * Warns of operation 1 (delegatecall), by which the target runs any code in the Safe's name. @source
 * https://github.com/safe-global/safe-smart-account Enum.sol
 */
function operationWarnings(operation: bigint): Warning[] {
  return operation === 0n ? [] : [{ code: 'delegate-call' }]
}

/**
 * Returns rows for the gas refund: to the receiver in the request, or to the sender. @source safe-smart-account Safe.sol
 * handlePayment
 */
function refundFacts(
  { baseGas, gasPrice, gasToken, refundReceiver, safeTxGas }: SafeTransaction,
  context: CallContext,
): Fact[] {
  if (gasPrice === 0n) return []
  const asset = gasToken === nobody ? context.book.native : context.book.token(gasToken)
  return [
    amountFact('refund', (safeTxGas + baseGas + safeOverhead) * gasPrice, asset),
    ...(gasToken === nobody ? [] : [evmAddressFact('token', gasToken, context)]),
    ...(refundReceiver === nobody
      ? []
      : [evmAddressFact('refund-receiver', refundReceiver, context)]),
  ]
}

/** Decodes a Safe's transaction, from typed data or from a call. */
export function readSafeTransaction(
  transaction: SafeTransaction,
  context: CallContext,
): FunctionReading {
  const { data, gasPrice, operation, safe, safeTxGas, to, value } = transaction
  return {
    action: 'safe-transaction',
    facts: [
      evmAddressFact('application', safe, context),
      evmAddressFact('to', to, context),
      amountFact('value', value, context.book.native),
      ...refundFacts(transaction, context),
    ],
    warnings: [
      { code: 'acts-for-safe' },
      ...operationWarnings(operation),
      ...(gasPrice > 0n ? [{ code: 'safe-refund' } as const] : []),
    ],
    // With a refund or a gas limit, the Safe's transaction succeeds even if its call fails.
    inner: [{ to, value, data, sender: safe, mayFail: safeTxGas > 0n || gasPrice > 0n }],
  }
}

/** Decodes packed calls: operation, target, value, length and data of each. @source safe-smart-account MultiSend.sol */
function readMultiSend(packed: Uint8Array, call: EvmCall & { to: string }): FunctionReading {
  const inner: EvmCall[] = []
  const warnings: Warning[] = []
  const number = (at: number) => BigInt(`0x0${toHex(packed.subarray(at, at + 32)).slice(2)}`)
  for (let at = 0; at < packed.length; ) {
    const length = at + 85 <= packed.length ? number(at + 53) : 2n ** 255n
    if (length > BigInt(packed.length - at - 85)) return { action: 'several-calls', unknown: true }
    const end = at + 85 + Number(length)
    warnings.push(...operationWarnings(BigInt(packed[at]!)))
    inner.push({
      to: toHex(packed.subarray(at + 1, at + 21)),
      value: number(at + 21),
      data: packed.subarray(at + 85, end),
      sender: call.sender,
    })
    at = end
  }
  return { action: 'several-calls', warnings: [...bundleWarnings(call), ...warnings], inner }
}

type Execution = readonly [
  to: string,
  value: bigint,
  data: Uint8Array,
  operation: bigint,
  safeTxGas: bigint,
  baseGas: bigint,
  gasPrice: bigint,
  gasToken: string,
  refundReceiver: string,
]

/** Defines a function that changes the Safe itself, with a row for each labelled parameter. */
function changesSafe(
  name: string,
  types: string,
  labels: readonly (FactLabel | undefined)[],
): KnownFunction {
  return knownFunction(name, types, (args: readonly AbiValue[], call, context) => ({
    action: 'change-safe',
    facts: [
      evmAddressFact('application', call.to, context),
      ...labels.flatMap((label, index): Fact[] => {
        const value = args[index]
        if (label === undefined) return []
        if (typeof value === 'bigint') return [numberFact(label, value)]
        return typeof value === 'string' ? [evmAddressFact(label, value, context)] : []
      }),
    ],
    warnings: [{ code: 'safe-settings' }],
  }))
}

/** @source https://github.com/safe-global/safe-smart-account Safe.sol, OwnerManager, ModuleManager, GuardManager, FallbackManager, MultiSend */
export const safeFunctions: Readonly<Record<string, KnownFunction>> = {
  '0x6a761202': knownFunction<Execution>(
    'execTransaction',
    'address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes',
    (
      [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver],
      call,
      context,
    ) => {
      const reading = readSafeTransaction(
        {
          safe: call.to,
          to,
          value,
          data,
          operation,
          safeTxGas,
          baseGas,
          gasPrice,
          gasToken,
          refundReceiver,
        },
        context,
      )
      return { ...reading, warnings: [...bundleWarnings(call), ...(reading.warnings ?? [])] }
    },
  ),
  '0x8d80ff0a': knownFunction<readonly [Uint8Array]>('multiSend', 'bytes', ([packed], call) =>
    readMultiSend(packed, call),
  ),
  '0x0d582f13': changesSafe('addOwnerWithThreshold', 'address,uint256', ['new-owner', 'threshold']),
  '0xe318b52b': changesSafe('swapOwner', 'address,address,address', [
    undefined,
    'removed-owner',
    'new-owner',
  ]),
  '0xf8dc5dd9': changesSafe('removeOwner', 'address,address,uint256', [
    undefined,
    'removed-owner',
    'threshold',
  ]),
  '0x694e80c3': changesSafe('changeThreshold', 'uint256', ['threshold']),
  '0x610b5925': changesSafe('enableModule', 'address', ['module']),
  '0xe009cfde': changesSafe('disableModule', 'address,address', [undefined, 'module']),
  '0xe19a9dd9': changesSafe('setGuard', 'address', ['guard']),
  '0xe068df37': changesSafe('setModuleGuard', 'address', ['guard']),
  '0xf08a0323': changesSafe('setFallbackHandler', 'address', ['handler']),
}
