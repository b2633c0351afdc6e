import type { ChainId } from '@foyer/protocol'
import {
  type Crossing,
  type CrossingStatus,
  crossingStatuses,
  type SwapSource,
  type SwapToken,
} from '@foyer/protocol/api'

type CrossingToken = Pick<SwapToken, 'address' | 'decimals' | 'symbol'>

/** A swap across networks whose transaction was sent: remembered until the user has seen its end. */
export type SwapCrossing = {
  /** Id of the sent transaction. */
  readonly hash: string
  /** The account that paid, and receives at the same address. */
  readonly address: string
  readonly chainId: ChainId
  readonly toChainId: ChainId
  readonly from: CrossingToken
  readonly to: CrossingToken
  /** Paid, in the smallest unit. */
  readonly amount: bigint
  /** Promised by the source, in the smallest unit. */
  readonly toAmount: bigint
  readonly source: Pick<SwapSource, 'id' | 'name'>
  /** ms since 1970. */
  readonly sentAt: number
  /** The time that the source expected, in seconds. */
  readonly durationSeconds: number | undefined
  readonly status: CrossingStatus
  /** The payment that arrived or came back, where the source tells it. */
  readonly received:
    | (Omit<NonNullable<Crossing['received']>, 'amount'> & { readonly amount: bigint })
    | undefined
}

/** Writes a crossing as plain JSON. */
export const storeCrossing = ({ amount, received, toAmount, ...rest }: SwapCrossing): object => ({
  ...rest,
  ...{ amount: String(amount), toAmount: String(toAmount) },
  ...(received && { received: { ...received, amount: String(received.amount) } }),
})

/** Reads a stored crossing. @returns undefined if it is none */
export function parseCrossing(stored: unknown): SwapCrossing | undefined {
  const { amount, durationSeconds, received, toAmount, ...rest } = Object(stored)
  const { address, chainId, from, hash, sentAt, source, status, to, toChainId } = rest
  const texts = [address, chainId, hash, toChainId, source?.id, source?.name]
  const isRight =
    texts.every((text) => typeof text === 'string') &&
    [from, to].every(isToken) &&
    [amount, toAmount].every(isDigits) &&
    Number.isSafeInteger(sentAt) &&
    crossingStatuses.includes(status)
  if (!isRight) return undefined
  return {
    ...{ address, chainId, from, hash, sentAt, source, status, to, toChainId },
    ...{ amount: BigInt(amount), toAmount: BigInt(toAmount) },
    durationSeconds: typeof durationSeconds === 'number' ? durationSeconds : undefined,
    received: isDigits(received?.amount)
      ? { ...received, amount: BigInt(received.amount) }
      : undefined,
  }
}

const isDigits = (value: unknown) => typeof value === 'string' && /^\d{1,78}$/.test(value)

const isToken = (value: unknown) => {
  const { address, decimals, symbol } = Object(value) as Partial<CrossingToken>
  return typeof address === 'string' && typeof symbol === 'string' && Number.isInteger(decimals)
}

/** Returns whether a crossing ended, so that nothing about it changes any more. */
export const isCrossed = ({ status }: SwapCrossing): boolean => status !== 'pending'

/** Returns the time after which a crossing takes longer than its source expected, ms since 1970. */
export const readLateAt = ({ durationSeconds, sentAt }: SwapCrossing): number =>
  sentAt + Math.max(3 * (durationSeconds ?? 0), 600) * 1000
