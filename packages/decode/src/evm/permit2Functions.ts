import {
  type CallContext,
  type FunctionReading,
  type KnownFunction,
  knownFunction,
} from './callReading.ts'
import type { AbiValue } from './decodeAbi.ts'
import { joinReadings } from './joinReadings.ts'
import { contractRole } from './knownContracts.ts'
import { readApproval, readTransfer } from './tokenFunctions.ts'

type Details = readonly [token: string, amount: bigint, expires: bigint, nonce: bigint]
type Transfer = readonly [from: string, to: string, amount: bigint, token: string]

const unknown: FunctionReading = { action: 'contract-call', unknown: true }

/** Defines a function of Permit2, at its well-known address only. */
function ofPermit2<args extends readonly AbiValue[]>(
  name: string,
  types: string,
  read: (args: args, context: CallContext) => FunctionReading,
): KnownFunction {
  return knownFunction<args>(name, types, (args, call, context) =>
    contractRole(call.to) === 'permit2' ? read(args, context) : unknown,
  )
}

/** @source https://github.com/Uniswap/permit2 IAllowanceTransfer, ISignatureTransfer */
export const permit2Functions: Readonly<Record<string, KnownFunction>> = {
  '0x87517c45': ofPermit2<readonly [string, string, bigint, bigint]>(
    'approve',
    'address,address,uint160,uint48',
    ([token, spender, amount, expires], context) =>
      readApproval({ spender, amount, expires }, token, context),
  ),
  '0x36c78516': ofPermit2<Transfer>(
    'transferFrom',
    'address,address,uint160,address',
    ([from, to, amount, token], context) => readTransfer({ from, to, amount }, token, context),
  ),
  '0x0d58b1db': ofPermit2<readonly [readonly Transfer[]]>(
    'transferFrom',
    '(address,address,uint160,address)[]',
    ([transfers], context) =>
      joinReadings(transfers, ([from, to, amount, token]) =>
        readTransfer({ from, to, amount }, token, context),
      ),
  ),
  '0x2b67b570': ofPermit2<readonly [string, readonly [Details, string, bigint], Uint8Array]>(
    'permit',
    'address,((address,uint160,uint48,uint48),address,uint256),bytes',
    ([owner, [[token, amount, expires], spender]], context) =>
      readApproval({ owner, spender, amount, expires }, token, context),
  ),
  '0x2a2d80d1': ofPermit2<
    readonly [string, readonly [readonly Details[], string, bigint], Uint8Array]
  >(
    'permit',
    'address,((address,uint160,uint48,uint48)[],address,uint256),bytes',
    ([owner, [details, spender]], context) =>
      joinReadings(details, ([token, amount, expires]) =>
        readApproval({ owner, spender, amount, expires }, token, context),
      ),
  ),
}
