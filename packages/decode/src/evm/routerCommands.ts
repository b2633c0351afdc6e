import type { AssetChange, Fact, Warning } from '../description.ts'
import { amountFact, textFact } from '../facts.ts'
import {
  type CallContext,
  type EvmCall,
  evmAddressFact,
  type FunctionReading,
  isOwn,
} from './callReading.ts'
import { type AbiValue, decodeAbi } from './decodeAbi.ts'
import { toHex } from './hex.ts'
import { joinReadings } from './joinReadings.ts'
import { contractRole } from './knownContracts.ts'
import { readApproval, readTransfer } from './tokenFunctions.ts'

type Part = {
  facts?: readonly Fact[]
  warnings?: readonly Warning[]
  leaves?: readonly AssetChange[]
}
type Command = {
  name: string
  types: string
  read: (args: readonly AbiValue[], context: CallContext) => Part
}

/** Maximum of commands; a longer list counts as unknown. */
const maxCommands = 32
/** Flag of a command that may fail. @source https://github.com/Uniswap/universal-router Commands.sol FLAG_ALLOW_REVERT */
const mayFail = 0x80
/**
 * The router's placeholders for the sender, and for itself. @source https://github.com/Uniswap/universal-router
 * Constants.sol
 */
const places = ['1', '2'].map((digit) => `0x${digit.padStart(40, '0')}`)

function payTo(recipient: string, context: CallContext): Part {
  if (places.includes(recipient) || isOwn(context, recipient)) return {}
  return {
    facts: [evmAddressFact('recipient', recipient, context)],
    warnings: [{ code: 'sends-to-other' }],
  }
}

type Swap = readonly [
  recipient: string,
  first: bigint,
  second: bigint,
  path: AbiValue,
  payerIsUser: boolean,
]

/** Defines a swap command. Order of amounts and direction of the path depend on its name. */
function swap(name: string, exact: 'in' | 'out', pathType: 'bytes' | 'address[]'): Command {
  return {
    name,
    types: `address,uint256,uint256,${pathType},bool`,
    read(args, context) {
      const [recipient, first, second, path, payerIsUser] = args as Swap
      // A path in bytes is reversed when the bought amount is exact.
      const backwards = exact === 'out' && path instanceof Uint8Array
      const tokens =
        path instanceof Uint8Array
          ? [toHex(path.subarray(0, 20)), toHex(path.subarray(-20))]
          : (path as readonly string[])
      const paid = tokens.at(backwards ? -1 : 0)
      const bought = tokens.at(backwards ? 0 : -1)
      if (paid === undefined || bought === undefined || paid.length !== 42)
        return { warnings: [{ code: 'unknown-call' }] }
      const { book } = context
      const [pays, gets] = exact === 'in' ? [first, second] : [second, first]
      const to = payTo(recipient, context)
      return {
        facts: [
          ...(to.facts ?? []),
          amountFact('offer', pays, book.token(paid)),
          amountFact('consideration', gets, book.token(bought)),
        ],
        warnings: [...(to.warnings ?? []), ...book.warnings(paid), ...book.warnings(bought)],
        leaves: payerIsUser ? [{ asset: book.token(paid), amount: pays, by: 'request' }] : [],
      }
    },
  }
}

function pays(name: string, types: string, at: number): Command {
  return { name, types, read: (args, context) => payTo(args[at] as string, context) }
}

type Details = readonly [token: string, amount: bigint, expires: bigint, nonce: bigint]

function permit(name: string, many: boolean): Command {
  return {
    name,
    types: `((address,uint160,uint48,uint48)${many ? '[]' : ''},address,uint256),bytes`,
    read(args, context) {
      const [[details, spender]] = args as readonly [readonly [AbiValue, string, bigint]]
      const all = (many ? details : [details]) as readonly Details[]
      const { facts = [], warnings = [] } = joinReadings(all, ([token, amount, expires]) =>
        readApproval({ spender, amount, expires }, token, context),
      )
      return { facts, warnings }
    },
  }
}

/** Commands by number. @source https://github.com/Uniswap/universal-router Commands.sol, Dispatcher.sol */
const commands: Readonly<Record<number, Command>> = {
  0: swap('V3_SWAP_EXACT_IN', 'in', 'bytes'),
  1: swap('V3_SWAP_EXACT_OUT', 'out', 'bytes'),
  2: {
    name: 'PERMIT2_TRANSFER_FROM',
    types: 'address,address,uint160',
    read(args, context) {
      const [token, to, amount] = args as readonly [string, string, bigint]
      const {
        facts = [],
        leaves = [],
        warnings = [],
      } = readTransfer({ from: context.account, to, amount }, token, context)
      return { facts, leaves, warnings: [...warnings, ...(payTo(to, context).warnings ?? [])] }
    },
  },
  3: permit('PERMIT2_PERMIT_BATCH', true),
  4: pays('SWEEP', 'address,address,uint256', 1),
  5: pays('TRANSFER', 'address,address,uint256', 1),
  6: pays('PAY_PORTION', 'address,address,uint256', 1),
  8: swap('V2_SWAP_EXACT_IN', 'in', 'address[]'),
  9: swap('V2_SWAP_EXACT_OUT', 'out', 'address[]'),
  10: permit('PERMIT2_PERMIT', false),
  11: pays('WRAP_ETH', 'address,uint256', 0),
  12: pays('UNWRAP_WETH', 'address,uint256', 0),
}

/**
 * Decodes the commands of Uniswap's Universal Router. An unknown command or router makes the whole call unknown; decoded
 * commands are shown nevertheless.
 */
export function readCommands(
  steps: Uint8Array,
  inputs: readonly Uint8Array[],
  call: EvmCall & { to: string },
  context: CallContext,
): FunctionReading {
  const parts = Array.from(steps.subarray(0, maxCommands), (step, index): Part => {
    // The highest bit is `mayFail`, the one below it is unused.
    const command = commands[step & 0x3f]
    const input = inputs[index]
    const args = command && input && decodeAbi(command.types, input)
    const name = textFact('function', command?.name ?? `0x${step.toString(16)}`)
    if (!args) return { facts: [name], warnings: [{ code: 'unknown-call' }] }
    const part = command.read(args, context)
    return { ...part, facts: [name, ...(part.facts ?? [])] }
  })
  const whole = steps.length === inputs.length && steps.length > 0 && steps.length <= maxCommands
  const sure = whole && contractRole(call.to) === 'router' && isOwn(context, call.sender)
  return {
    action: 'swap',
    facts: parts.flatMap(({ facts = [] }) => facts),
    warnings: [
      ...parts.flatMap(({ warnings = [] }) => warnings),
      ...(sure ? [] : [{ code: 'unknown-call' } as const]),
    ],
    leaves: sure ? parts.flatMap(({ leaves = [] }) => leaves) : [],
    mayFail: steps.some((step) => step >= mayFail),
  }
}
