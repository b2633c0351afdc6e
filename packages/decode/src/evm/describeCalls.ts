import type { ApprovalInput } from '../approvalInput.ts'
import type { DescribeServices } from '../describeServices.ts'
import type {
  AssetChange,
  DescribedCall,
  Description,
  Fact,
  Simulation,
  Warning,
} from '../description.ts'
import { knownSymbol } from '../knownTokens.ts'
import { joinTransactions, mergeChanges, type SeenChanges } from '../mergeChanges.ts'
import { collectWarnings, riskOf, warningsOf } from '../risk.ts'
import { withinLimit } from '../withinLimit.ts'
import { type AssetBook, createAssetBook } from './assetBook.ts'
import type { CallReading, EvmCall } from './callReading.ts'
import { contractRole } from './knownContracts.ts'
import { maxCalls, readCall } from './readCall.ts'
import {
  type BalanceChange,
  type SimulatedCall,
  type SimulatedCalls,
  simulateCalls,
} from './simulateCalls.ts'

/** Gas limit of the transactions together, and the maximum price per unit of gas, in smallest units of the native coin. */
export type GasOffer = { gas: bigint; price: bigint }

/** Multiple of the current gas price above which a fee counts as high. */
const highFeeTimes = 10n

function seenChange(book: AssetBook, { amount, token, tokenId }: BalanceChange): AssetChange {
  const asset = token === undefined ? book.native : book.token(token)
  return {
    asset: tokenId === undefined ? asset : { ...asset, kind: 'nft' },
    amount: amount < 0n ? -amount : amount,
    ...(tokenId === undefined ? {} : { tokenId }),
    by: 'simulation',
  }
}

function seenChanges(
  book: AssetBook,
  simulated: SimulatedCall | undefined,
  complete: boolean,
): SeenChanges {
  const { changes = [], overstated = false } = simulated ?? {}
  const of = (way: (amount: bigint) => boolean) =>
    changes.filter(({ amount }) => way(amount)).map((change) => seenChange(book, change))
  return {
    leaves: of((amount) => amount < 0n),
    comes: of((amount) => amount > 0n),
    complete,
    overstated,
  }
}

/** Returns whether a known function is called at an unknown contract, whose real effect only a simulation shows. */
function hasUnknownContract(chainId: string, { action, calls, target }: DescribedCall): boolean {
  const named =
    target === undefined ||
    knownSymbol(chainId, target) !== undefined ||
    contractRole(target) !== undefined
  const runs = action !== 'send' && action !== 'empty-call' && action !== 'create-contract'
  return (runs && !named) || calls.some((call) => hasUnknownContract(chainId, call))
}

/** Returns whether a call contains a swap, which states only its maximum cost and minimum result. */
const swaps = ({ action, calls }: DescribedCall): boolean => action === 'swap' || calls.some(swaps)

function mergeCall(reading: CallReading, seen: SeenChanges) {
  const decoded = !warningsOf([reading]).some(
    ({ code }) => code === 'unknown-call' || code === 'not-all-decoded',
  )
  const saysAll = decoded && !swaps(reading)
  return mergeChanges(reading, seen, {
    decoded,
    saysAll,
    plain: saysAll && reading.calls.length === 0,
  })
}

function balanceWarnings(leaves: readonly AssetChange[], book: AssetBook, fee: bigint): Warning[] {
  return leaves.flatMap(({ amount, asset }): Warning[] => {
    if (asset.kind === 'nft') return []
    const balance = book.balance(asset.address)
    const all = asset.kind === 'native' ? amount + fee : amount
    return balance !== undefined && all > balance ? [{ code: 'amount-above-balance' }] : []
  })
}

const simulationWarnings: Readonly<Record<Simulation, Warning['code'] | undefined>> = {
  complete: undefined,
  partial: 'simulation-partial',
  reverts: 'simulation-reverts',
  unavailable: 'simulation-unavailable',
  'timed-out': 'simulation-timed-out',
}

async function usualPrice(rpc: DescribeServices['rpc']): Promise<bigint | undefined> {
  try {
    const answer = await rpc('eth_gasPrice', [])
    return typeof answer === 'string' && /^0x[0-9a-f]{1,32}$/i.test(answer)
      ? BigInt(answer)
      : undefined
  } catch {
    return undefined
  }
}

/** Returns whether the fee is ten times the current one, and more than 0.005 of the native coin. */
function isHighFee({ gas, price }: GasOffer, usual: bigint | undefined, decimals: number): boolean {
  return (
    usual !== undefined &&
    price > usual * highFeeTimes &&
    gas * price * 200n > 10n ** BigInt(decimals)
  )
}

/**
 * Describes the calls of a transaction or bundle: the effect of each, outgoing and incoming amounts, and the fee.
 * @throws {@link FoyerError} `action-not-allowed` for delegation to other code, `request-aborted`
 */
export async function describeCalls(
  {
    calls,
    facts,
    gas,
    kind,
    notes = [],
  }: {
    calls: readonly EvmCall[]
    facts: readonly Fact[]
    gas?: GasOffer
    kind: 'transaction' | 'calls'
    /** Warnings of the request as a whole. */
    notes?: readonly Warning[]
  },
  { account, network }: ApprovalInput,
  { now, rpc, signal }: DescribeServices,
): Promise<Description> {
  const own = account.toLowerCase()
  const book = createAssetBook({ network, account: own })
  const read = () => {
    const budget = { left: maxCalls }
    return calls.map((call) => readCall(call, { account: own, book, budget, depth: 0, now: now() }))
  }
  // A first pass queues the tokens to load.
  read()
  let simulated: SimulatedCalls | undefined
  let usual: bigint | undefined
  const work = async () => {
    const ask = async () => {
      // The limit of a bundle is that of all calls together.
      const limit = kind === 'transaction' ? gas?.gas : undefined
      simulated = await simulateCalls(rpc, { calls, account: own, gas: limit })
      for (const { token } of simulated.calls.flatMap(({ changes }) => changes))
        if (token !== undefined) book.token(token)
    }
    const price = async () => {
      usual = await usualPrice(rpc)
    }
    await Promise.all([ask(), price(), book.load(rpc)])
    await book.load(rpc)
  }
  await withinLimit(work(), signal)

  const simulation = simulated?.simulation ?? 'timed-out'
  const readings = read()
  const seen = readings.map((_, index) =>
    seenChanges(book, simulated?.calls[index], simulation === 'complete'),
  )
  const changes = joinTransactions(
    readings.map((reading, index) => mergeCall(reading, seen[index]!)),
  )
  const fee = gas === undefined ? 0n : gas.gas * gas.price
  const note = simulationWarnings[simulation]
  const imitations = seen
    .flatMap(({ comes, leaves }) => [...leaves, ...comes])
    .flatMap(({ asset: { address } }) => (address === undefined ? [] : book.warnings(address)))
    .filter(({ code }) => code === 'token-imitates')
  const warnings = collectWarnings([
    ...notes,
    ...warningsOf(readings),
    ...balanceWarnings(changes.leaves, book, fee),
    ...imitations,
    ...(note === undefined ? [] : [{ code: note }]),
    ...(note !== undefined && readings.some((reading) => hasUnknownContract(network.id, reading))
      ? [{ code: 'untried-contract' } as const]
      : []),
    ...changes.warnings,
    ...(gas && isHighFee(gas, usual, network.decimals) ? [{ code: 'fee-high' } as const] : []),
  ])
  const [only] = readings
  return {
    kind,
    title: kind === 'transaction' && only ? only.action : 'calls',
    risk: riskOf('medium', warnings),
    warnings,
    leaves: changes.leaves,
    comes: changes.comes,
    facts,
    calls: readings,
    simulation,
    ...(gas === undefined ? {} : { fee: { asset: book.native, amount: fee, by: 'request' } }),
  }
}
