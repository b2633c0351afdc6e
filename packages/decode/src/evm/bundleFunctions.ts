import { FoyerError } from '@foyer/protocol'
import {
  type CallContext,
  type EvmCall,
  evmAddressFact,
  type FunctionReading,
  type KnownFunction,
  knownFunction,
} from './callReading.ts'
import { bundleWarnings } from './knownContracts.ts'
import { readCommands } from './routerCommands.ts'

type Call = EvmCall & { to: string }

/** Reads parts that the contract executes on itself with the same sender (multicall by delegatecall). */
function ofItself(parts: readonly Uint8Array[], call: Call): FunctionReading {
  return {
    action: 'several-calls',
    warnings: bundleWarnings(call),
    inner: parts.map((data) => ({ to: call.to, value: 0n, data, sender: call.sender })),
  }
}

/** Reads calls that the contract makes as their sender. */
function ofOthers(
  parts: readonly { to: string; value?: bigint; data: Uint8Array; mayFail?: boolean }[],
  call: Call,
): FunctionReading {
  return {
    action: 'several-calls',
    warnings: bundleWarnings(call),
    inner: parts.map((part) => ({ value: 0n, ...part, sender: call.to })),
  }
}

/**
 * Reads ERC-4337 user operations, of either version. Refuses one with init code, which would run in the wallet's name.
 */
function readOperations(
  [operations]: readonly [readonly (readonly [string, bigint, Uint8Array, Uint8Array])[]],
  call: Call,
  context: CallContext,
): FunctionReading {
  if (operations.some(([, , initCode]) => initCode.length > 0)) refuseInitCode()
  return {
    action: 'user-operations',
    warnings: [{ code: 'calls-entry-point' }],
    facts: operations.map(([sender]) => evmAddressFact('account', sender, context)),
    inner: operations.map(([sender, , , data]) => ({
      to: sender,
      value: 0n,
      data,
      sender: call.to,
      // The entry point continues with the next operation when one fails.
      mayFail: true,
    })),
  }
}

/** Refuses an operation that creates an account. @throws {@link FoyerError} `action-not-allowed`. @source security 3.4, T40 */
export function refuseInitCode(): never {
  throw new FoyerError('action-not-allowed', {
    details: 'An operation with code for a new account that is not this wallet’s.',
  })
}

type Pairs = readonly (readonly [target: string, data: Uint8Array])[]

/** Functions whose parameters contain calls. @source Multicall3, Uniswap, ERC-4337, ERC-7579 */
export const bundleFunctions: Readonly<Record<string, KnownFunction>> = {
  '0xac9650d8': knownFunction<readonly [readonly Uint8Array[]]>(
    'multicall',
    'bytes[]',
    ([parts], call) => ofItself(parts, call),
  ),
  '0x5ae401dc': knownFunction<readonly [bigint, readonly Uint8Array[]]>(
    'multicall',
    'uint256,bytes[]',
    ([, parts], call) => ofItself(parts, call),
  ),
  '0x1f0464d1': knownFunction<readonly [Uint8Array, readonly Uint8Array[]]>(
    'multicall',
    'bytes32,bytes[]',
    ([, parts], call) => ofItself(parts, call),
  ),
  '0x252dba42': knownFunction<readonly [Pairs]>('aggregate', '(address,bytes)[]', ([pairs], call) =>
    ofOthers(
      pairs.map(([to, data]) => ({ to, data })),
      call,
    ),
  ),
  '0xc3077fa9': knownFunction<readonly [Pairs]>(
    'blockAndAggregate',
    '(address,bytes)[]',
    ([pairs], call) =>
      ofOthers(
        pairs.map(([to, data]) => ({ to, data })),
        call,
      ),
  ),
  '0xbce38bd7': knownFunction<readonly [boolean, Pairs]>(
    'tryAggregate',
    'bool,(address,bytes)[]',
    ([mustSucceed, pairs], call) =>
      ofOthers(
        pairs.map(([to, data]) => ({ to, data, mayFail: !mustSucceed })),
        call,
      ),
  ),
  '0x399542e9': knownFunction<readonly [boolean, Pairs]>(
    'tryBlockAndAggregate',
    'bool,(address,bytes)[]',
    ([mustSucceed, pairs], call) =>
      ofOthers(
        pairs.map(([to, data]) => ({ to, data, mayFail: !mustSucceed })),
        call,
      ),
  ),
  '0x82ad56cb': knownFunction<readonly [readonly (readonly [string, boolean, Uint8Array])[]]>(
    'aggregate3',
    '(address,bool,bytes)[]',
    ([parts], call) =>
      ofOthers(
        parts.map(([to, mayFail, data]) => ({ to, data, mayFail })),
        call,
      ),
  ),
  '0x174dea71': knownFunction<
    readonly [readonly (readonly [string, boolean, bigint, Uint8Array])[]]
  >('aggregate3Value', '(address,bool,uint256,bytes)[]', ([parts], call) =>
    ofOthers(
      parts.map(([to, mayFail, value, data]) => ({ to, value, data, mayFail })),
      call,
    ),
  ),
  '0xb61d27f6': knownFunction<readonly [string, bigint, Uint8Array]>(
    'execute',
    'address,uint256,bytes',
    ([to, value, data], call) => ofOthers([{ to, value, data }], call),
  ),
  '0x18dfb3c7': knownFunction<readonly [readonly string[], readonly Uint8Array[]]>(
    'executeBatch',
    'address[],bytes[]',
    ([targets, parts], call) =>
      targets.length === parts.length
        ? ofOthers(
            targets.map((to, index) => ({ to, data: parts[index]! })),
            call,
          )
        : { action: 'several-calls', unknown: true },
  ),
  '0x47e1da2a': knownFunction<
    readonly [readonly string[], readonly bigint[], readonly Uint8Array[]]
  >('executeBatch', 'address[],uint256[],bytes[]', ([targets, values, parts], call) =>
    targets.length === parts.length && targets.length === values.length
      ? ofOthers(
          targets.map((to, at) => ({ to, value: values[at]!, data: parts[at]! })),
          call,
        )
      : { action: 'several-calls', unknown: true },
  ),
  '0x34fcd5be': knownFunction<readonly [readonly (readonly [string, bigint, Uint8Array])[]]>(
    'executeBatch',
    '(address,uint256,bytes)[]',
    ([parts], call) =>
      ofOthers(
        parts.map(([to, value, data]) => ({ to, value, data })),
        call,
      ),
  ),
  '0x1fad948c': knownFunction(
    'handleOps',
    '(address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address',
    readOperations,
  ),
  '0x765e827f': knownFunction(
    'handleOps',
    '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address',
    readOperations,
  ),
  '0x24856bc3': knownFunction<readonly [Uint8Array, readonly Uint8Array[]]>(
    'execute',
    'bytes,bytes[]',
    ([commands, inputs], call, context) => readCommands(commands, inputs, call, context),
  ),
  '0x3593564c': knownFunction<readonly [Uint8Array, readonly Uint8Array[], bigint]>(
    'execute',
    'bytes,bytes[],uint256',
    ([commands, inputs], call, context) => readCommands(commands, inputs, call, context),
  ),
}
