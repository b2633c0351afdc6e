import type { AssetChange, DescribedCall, Fact, FactLabel, Warning } from '../description.ts'
import { addressFact } from '../facts.ts'
import type { SaidChanges } from '../mergeChanges.ts'
import type { AssetBook } from './assetBook.ts'
import type { AbiValue } from './decodeAbi.ts'

/** A call in a transaction, or in another call. */
export type EvmCall = {
  /** Lower-case hex; omitted: it creates a contract. */
  to: string | undefined
  value: bigint
  data: Uint8Array
  /** The sender as the called contract sees it; `undefined` when unknown. */
  sender: string | undefined
  /** The calling contract continues when this call fails. */
  mayFail?: boolean
}

/** Context for reading a call. */
export type CallContext = {
  /** The requested account, in lower case. */
  account: string
  book: AssetBook
  /** ms since 1970. */
  now: number
  /** Number of enclosing calls. */
  depth: number
  /** Number of calls that may still be read, over all. */
  budget: { left: number }
}

/** A read call, with the account's assets that it moves. */
export type CallReading = DescribedCall & Required<Omit<SaidChanges, 'deposits'>>

/** The effect of a function, as read by the file that knows it. */
export type FunctionReading = Pick<CallReading, 'action'> & {
  facts?: readonly Fact[]
  warnings?: readonly Warning[]
  leaves?: readonly AssetChange[]
  comes?: readonly AssetChange[]
  /** Calls inside it, to be read as well. */
  inner?: readonly EvmCall[]
  /** Some of its steps may fail while the others succeed. */
  mayFail?: boolean
  /** It is another function than its selector suggested: unknown. */
  unknown?: boolean
}

/** A known function. */
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

/** Registers a function by its selector. The types of `args` must match `types`: a test encodes each with viem. */
export function knownFunction<args extends readonly AbiValue[]>(
  name: string,
  types: string,
  read: (args: args, call: EvmCall & { to: string }, context: CallContext) => FunctionReading,
): KnownFunction {
  return { name, types, read: read as unknown as KnownFunction['read'] }
}

/** Tells whether this is the requested account. */
export function isOwn(context: Pick<CallContext, 'account'>, address: string | undefined): boolean {
  return address?.toLowerCase() === context.account
}

/** A row with a checksummed address. */
export function evmAddressFact(
  label: FactLabel,
  address: string,
  context: Pick<CallContext, 'account' | 'book'>,
): Fact {
  return addressFact(label, context.book.checksum(address), isOwn(context, address))
}
