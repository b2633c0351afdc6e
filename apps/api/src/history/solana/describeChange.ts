import type { OperationType } from '@foyer/protocol/api'
import type { SolanaDetails } from './parseDetails.ts'

/** A transaction as one account sees it. Amounts are in smallest units. */
export type AccountChange = {
  readonly operationType: OperationType
  /** The other account of a transfer, the deployed program, or the first program that was called. */
  readonly sentTo: string
  /** Lamports that this account paid for the transaction; 0 when another one paid. */
  readonly fee: bigint
  readonly transfers: readonly AccountTransfer[]
}

export type AccountTransfer = {
  readonly direction: 'in' | 'out'
  readonly amount: bigint
  /** Undefined when there are several, or none, as for minted and burnt tokens. */
  readonly counterparty: string | undefined
  /** The token; undefined for SOL. */
  readonly token: { readonly mint: string; readonly decimals: number } | undefined
}

type Move = AccountTransfer & {
  /** No other balance of the token changed the other way. */
  readonly isSupply: boolean
  /** Lamports that opened a token account, or came back from a closed one. */
  readonly isRent: boolean
}

/**
 * Describes a transaction from the point of view of an account, by the balances before and after it: what a program
 * calls its instructions does not matter.
 *
 * @param ownAccounts - token accounts of the account, for old transactions that do not tell owners
 */
export function describeChange(
  details: SolanaDetails,
  { account, ownAccounts }: { account: string; ownAccounts: ReadonlySet<string> },
): AccountChange {
  const { fee, instructions, isConfirmed, payer } = details
  const isPayer = payer === account
  const moves = isConfirmed
    ? [...readTokens(details, account, ownAccounts), ...readCoins(details, account)]
    : []
  const operationType = classify(moves, { account, details, isPayer })
  const deployed = instructions.find(({ type }) => type !== null && deployTypes.has(type))?.target
  const program = instructions[0]?.program ?? payer
  return {
    operationType,
    sentTo:
      (operationType === 'deploy' ? deployed : undefined) ??
      (operationType === 'receive' ? account : undefined) ??
      (operationType === 'send' ? moves[0]?.counterparty : undefined) ??
      program,
    fee: isPayer ? BigInt(fee) : 0n,
    transfers: moves.map(({ isRent: _, isSupply: __, ...transfer }) => transfer),
  }
}

/** @source agave transaction-status parse_bpf_loader.rs, parse_token.rs, parse_system.rs */
const deployTypes: ReadonlySet<string> = new Set(['deployWithMaxDataLen', 'deploy'])
const approveTypes: ReadonlySet<string> = new Set(['approve', 'approveChecked', 'revoke'])
const sendTypes: ReadonlySet<string> = new Set([
  'transfer',
  'transferChecked',
  'transferCheckedWithFee',
  'transferWithSeed',
])

function classify(
  moves: readonly Move[],
  {
    account,
    details: { instructions },
    isPayer,
  }: { account: string; details: SolanaDetails; isPayer: boolean },
): OperationType {
  const hasOwn = (types: ReadonlySet<string>) =>
    instructions.some(
      ({ authority, type }) =>
        type !== null && types.has(type) && (isPayer || authority === account),
    )
  if (hasOwn(deployTypes)) return 'deploy'
  const real = moves.filter(({ isRent }) => !isRent)
  const ins = real.filter(({ direction }) => direction === 'in')
  const outs = real.filter(({ direction }) => direction === 'out')
  if (ins.length > 0 && outs.length > 0) return 'trade'
  if (ins.length > 0) return isPayer && ins.every(({ isSupply }) => isSupply) ? 'mint' : 'receive'
  if (outs.length > 0) return outs.every(({ isSupply }) => isSupply) ? 'burn' : 'send'
  if (hasOwn(approveTypes)) return 'approve'
  // A failed one moves nothing, nor does one to oneself.
  return hasOwn(sendTypes) ? 'send' : 'execute'
}

function readCoins({ coins, fee, payer, tokens }: SolanaDetails, account: string): Move[] {
  const moved = coins
    .map(({ address, change }) => ({
      address,
      change: BigInt(change) + (address === payer ? BigInt(fee) : 0n),
    }))
    .filter(({ change }) => change !== 0n)
  const own = moved.find(({ address }) => address === account)
  if (own === undefined) return []
  const others = moved.filter(({ change }) => change > 0n !== own.change > 0n)
  const tokenAccounts = new Map(tokens.map((one) => [one.address, one]))
  return [
    {
      ...amountOf(own.change),
      token: undefined,
      isSupply: false,
      counterparty: only(
        others.map(({ address }) => ownerOf(tokenAccounts.get(address)) ?? address),
      ),
      isRent:
        others.length > 0 &&
        others.every(({ address }) => {
          const opened = tokenAccounts.get(address)
          return opened !== undefined && (opened.before === null || opened.after === null)
        }),
    },
  ]
}

const ownerOf = (token: SolanaDetails['tokens'][number] | undefined) =>
  token?.ownerAfter ?? token?.ownerBefore

function readTokens(
  { tokens }: SolanaDetails,
  account: string,
  ownAccounts: ReadonlySet<string>,
): Move[] {
  const mints = new Map<string, { decimals: number; byOwner: Map<string, bigint> }>()
  for (const { address, after, before, decimals, mint, ownerAfter, ownerBefore } of tokens) {
    const { byOwner } = mints.get(mint) ?? { byOwner: new Map<string, bigint>() }
    mints.set(mint, { decimals, byOwner })
    const nameless = ownAccounts.has(address) ? account : address
    const add = (owner: string, amount: bigint) =>
      byOwner.set(owner, (byOwner.get(owner) ?? 0n) + amount)
    // The owner of a token account can change.
    add(ownerBefore ?? ownerAfter ?? nameless, -BigInt(before ?? 0))
    add(ownerAfter ?? ownerBefore ?? nameless, BigInt(after ?? 0))
  }
  return [...mints].flatMap(([mint, { byOwner, decimals }]): Move[] => {
    const change = byOwner.get(account) ?? 0n
    if (change === 0n) return []
    const others = [...byOwner].filter(([, other]) => other !== 0n && other > 0n !== change > 0n)
    return [
      {
        ...amountOf(change),
        token: { mint, decimals },
        counterparty: only(others.map(([owner]) => owner)),
        isSupply: others.length === 0,
        isRent: false,
      },
    ]
  })
}

const amountOf = (change: bigint) =>
  ({ direction: change > 0n ? 'in' : 'out', amount: change > 0n ? change : -change }) as const

/** Returns the element when all are the same. */
function only(all: readonly string[]): string | undefined {
  const different = new Set(all)
  return different.size === 1 ? all[0] : undefined
}
