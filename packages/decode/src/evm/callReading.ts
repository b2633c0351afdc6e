import type { AssetChange, DescribedCall, Fact, FactLabel, Warning } from '../description.ts'
import { addressFact } from '../facts.ts'
import type { SaidChanges } from '../mergeChanges.ts'
import type { AssetBook } from './assetBook.ts'
import type { AbiValue } from './decodeAbi.ts'

/** A call of a transaction, or nested in another call. */
export type EvmCall = {
  /** Called address, lower-case hex; undefined for contract creation. */
  to: string | undefined
  value: bigint
  data: Uint8Array
  /** `msg.sender` of the call; undefined when unknown. */
  sender: string | undefined
  /** True when the calling contract continues if this call fails. */
  mayFail?: boolean
}

/** Context for reading a call. */
export type CallContext = {
  /** The account that signs, in lower case. */
  account: string
  book: AssetBook
  /** Current time, in ms since 1970. */
  now: number
  /** Number of enclosing calls. */
  depth: number
  /** Number of calls that may still be decoded in the whole request. */
  budget: { left: number }
}

/** A decoded call, with the assets of the account that it moves. */
export type CallReading = DescribedCall & Required<Omit<SaidChanges, 'deposits'>>

/** The decoded effect of a known function. */
export type FunctionReading = Pick<CallReading, 'action'> & {
  facts?: readonly Fact[]
  warnings?: readonly Warning[]
  leaves?: readonly AssetChange[]
  comes?: readonly AssetChange[]
  /** Nested calls, to be decoded as well. */
  inner?: readonly EvmCall[]
  /** True when some steps may fail while others succeed. */
  mayFail?: boolean
  /** True when it is not the function that its selector suggests: its effect is unknown. */
  unknown?: boolean
}

/** A function that can be decoded. */
export type KnownFunction = {
  name: string
  /** Types of its parameters in the syntax of `decodeAbi`. */
  types: string
  read: (
    args: readonly AbiValue[],
    call: EvmCall & { to: string },
    context: CallContext,
  ) => FunctionReading
}

/** Defines a known function. The types of `args` must match `types`: a test encodes each with viem. */
export function knownFunction<args extends readonly AbiValue[]>(
  name: string,
  types: string,
  read: (args: args, call: EvmCall & { to: string }, context: CallContext) => FunctionReading,
): KnownFunction {
  return { name, types, read: read as unknown as KnownFunction['read'] }
}

/** Returns whether an address is the account that signs. */
export function isOwn(context: Pick<CallContext, 'account'>, address: string | undefined): boolean {
  return address?.toLowerCase() === context.account
}

/** Makes a row with a checksummed address. */
export function evmAddressFact(
  label: FactLabel,
  address: string,
  context: Pick<CallContext, 'account' | 'book'>,
): Fact {
  return addressFact(label, context.book.checksum(address), isOwn(context, address))
}
