import type { AssetChange, DescribedCall, Fact, FactLabel, Warning } from '../description.ts'
import { addressFact } from '../facts.ts'
import type { SaidChanges } from '../mergeChanges.ts'
import type { AssetBook } from './assetBook.ts'
import type { AbiValue } from './decodeAbi.ts'

/** A call as it stands in a transaction, or in another call. */
export type EvmCall = {
  /** Lower-case hex; left out: it makes a contract. */
  to: string | undefined
  value: bigint
  data: Uint8Array
  /** Who the called contract sees; `undefined` where that is not known. */
  sender: string | undefined
  /** The call that makes it goes on when this one fails. */
  mayFail?: boolean
}

/** What reading a call needs. */
export type CallContext = {
  /** The account that is asked, in lower case. */
  account: string
  book: AssetBook
  /** ms since 1970. */
  now: number
  /** Calls above this one. */
  depth: number
  /** Calls that may still be read, of all. */
  budget: { left: number }
}

/** A read call, with what it moves of the account's. */
export type CallReading = DescribedCall & Required<Omit<SaidChanges, 'deposits'>>

/** What a function does, said by the file that knows it. */
export type FunctionReading = Pick<CallReading, 'action'> & {
  facts?: readonly Fact[]
  warnings?: readonly Warning[]
  leaves?: readonly AssetChange[]
  comes?: readonly AssetChange[]
  /** What it calls in turn, to be read as well. */
  inner?: readonly EvmCall[]
  /** Some of its steps may fail while the others happen. */
  mayFail?: boolean
  /** Of another function than it seemed: it is not known. */
  unknown?: boolean
}

/** A function that is known. */
export type KnownFunction = {
  name: string
  /** Types of its parameters as `decodeAbi` takes them. */
  types: string
  read: (
    args: readonly AbiValue[],
    call: EvmCall & { to: string },
    context: CallContext,
  ) => FunctionReading
}

/** A function by its selector. The types of `args` are those of `types`: a test encodes each with viem. */
export function knownFunction<args extends readonly AbiValue[]>(
  name: string,
  types: string,
  read: (args: args, call: EvmCall & { to: string }, context: CallContext) => FunctionReading,
): KnownFunction {
  return { name, types, read: read as unknown as KnownFunction['read'] }
}

/** Whether it is the account that is asked. */
export function isOwn(context: Pick<CallContext, 'account'>, address: string | undefined): boolean {
  return address?.toLowerCase() === context.account
}

/** A row with an address in its mixed case. */
export function evmAddressFact(
  label: FactLabel,
  address: string,
  context: Pick<CallContext, 'account' | 'book'>,
): Fact {
  return addressFact(label, context.book.checksum(address), isOwn(context, address))
}
