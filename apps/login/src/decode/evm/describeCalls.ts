import type { ApprovalInput, DescribeServices } from '../describeRequest.ts'
import type { AssetChange, Description, Fact, Simulation, Warning } from '../description.ts'
import { assetKey, mergeChanges, sumChanges } from '../mergeChanges.ts'
import { collectWarnings, riskOf, warningsOf } from '../risk.ts'
import { withinLimit } from '../withinLimit.ts'
import { type AssetBook, createAssetBook } from './assetBook.ts'
import type { CallReading, EvmCall } from './callReading.ts'
import { mostCalls, readCall } from './readCall.ts'
import { type SimulatedCalls, simulateCalls } from './simulateCalls.ts'
import type { BalanceChange } from './transferLogs.ts'

/** What the transaction may use and pay for it. Prices are in the network's smallest units a unit of gas. */
export type GasOffer = { gas: bigint; price: bigint }

/** Times the usual price. */
const dear = 10n

function seenChange(book: AssetBook, { amount, token, tokenId }: BalanceChange): AssetChange {
  const asset = token === undefined ? book.native : book.token(token)
  return {
    asset: tokenId === undefined ? asset : { ...asset, kind: 'nft' },
    amount: amount < 0n ? -amount : amount,
    ...(tokenId === undefined ? {} : { tokenId }),
    by: 'simulation',
  }
}

/** Whether the chain moves something else than the decoded calls say. What is not decoded can not disagree. */
function disagrees(
  said: readonly AssetChange[],
  seen: readonly AssetChange[],
  readings: readonly CallReading[],
): boolean {
  const warnings = warningsOf(readings)
  if (warnings.some(({ code }) => code === 'unknown-call' || code === 'not-all-decoded'))
    return false
  const amounts = new Map(said.map((change) => [assetKey(change), change.amount]))
  if (seen.some((change) => change.amount > (amounts.get(assetKey(change)) ?? 0n))) return true
  // Of one plain transfer all must be seen; a swap says the most it may take.
  const [only] = readings
  if (readings.length !== 1 || !only || only.calls.length > 0 || only.action === 'swap')
    return false
  const moved = new Map(seen.map((change) => [assetKey(change), change.amount]))
  return said.some((change) => change.amount > (moved.get(assetKey(change)) ?? 0n))
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

/** A fee that is ten times the usual, and more than a two-hundredth of a coin. */
function isDear({ gas, price }: GasOffer, usual: bigint | undefined, decimals: number): boolean {
  return usual !== undefined && price > usual * dear && gas * price * 200n > 10n ** BigInt(decimals)
}

/**
 * Describes calls of one transaction or bundle: what each does, what would leave and come, and what it costs.
 *
 * @throws {@link FoyerError} `action-not-allowed` for code of a foreign account, `request-aborted`
 */
export async function describeCalls(
  {
    calls,
    facts,
    gas,
    kind,
  }: {
    calls: readonly EvmCall[]
    facts: readonly Fact[]
    gas?: GasOffer
    kind: 'transaction' | 'calls'
  },
  { account, network }: ApprovalInput,
  { now, rpc, signal }: DescribeServices,
): Promise<Description> {
  const own = account.toLowerCase()
  const book = createAssetBook({ network, account: own })
  const read = () => {
    const budget = { left: mostCalls }
    return calls.map((call) => readCall(call, { account: own, book, budget, depth: 0, now: now() }))
  }
  // The first reading tells which tokens are to be asked for.
  read()
  let simulated: SimulatedCalls | undefined
  let usual: bigint | undefined
  const work = async () => {
    const ask = async () => {
      simulated = await simulateCalls(rpc, { calls, account: own, gas: gas?.gas })
      for (const { token } of simulated.changes) if (token !== undefined) book.token(token)
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
  const seen = (simulated?.changes ?? []).map(
    (change) => [change.amount, seenChange(book, change)] as const,
  )
  const [seenLeaves, seenComes] = [
    seen.filter(([amount]) => amount < 0n).map(([, change]) => change),
    seen.filter(([amount]) => amount > 0n).map(([, change]) => change),
  ]
  const saidLeaves = sumChanges(readings.flatMap(({ leaves }) => leaves))
  const saidComes = sumChanges(readings.flatMap(({ comes }) => comes))
  const leaves = mergeChanges(saidLeaves, seenLeaves)
  const fee = gas === undefined ? 0n : gas.gas * gas.price
  const note = simulationWarnings[simulation]
  const imitations = seen.flatMap(([, { asset }]) =>
    asset.address === undefined
      ? []
      : book.warnings(asset.address).filter(({ code }) => code === 'token-imitates'),
  )
  const warnings = collectWarnings([
    ...warningsOf(readings),
    ...balanceWarnings(leaves, book, fee),
    ...imitations,
    ...(note === undefined ? [] : [{ code: note }]),
    ...(simulation === 'complete' && disagrees(saidLeaves, seenLeaves, readings)
      ? [{ code: 'simulation-disagrees' } as const]
      : []),
    ...(gas && isDear(gas, usual, network.decimals) ? [{ code: 'fee-high' } as const] : []),
  ])
  const [only] = readings
  return {
    kind,
    title: kind === 'transaction' && only ? only.action : 'calls',
    risk: riskOf('medium', warnings),
    warnings,
    leaves,
    comes: mergeChanges(saidComes, seenComes),
    facts,
    calls: readings,
    simulation,
    ...(gas === undefined ? {} : { fee: { asset: book.native, amount: fee, by: 'request' } }),
  }
}
