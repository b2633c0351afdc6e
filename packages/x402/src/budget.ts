import { FoyerError } from '@foyer/protocol'
import { parseAsset } from '@foyer/protocol/payment'
import type { Offer } from './readTerms.ts'

/** The limits of payments without another question. */
export type PaymentBudget = {
  /** The only token to pay with, as CAIP-19: `eip155:8453/erc20:0x8335…`. It must support EIP-3009, as USDC does, or Permit2. */
  readonly asset: string
  /** For all payments together, in the token's smallest unit. */
  readonly amount: bigint
  /** For one payment, in the token's smallest unit. @default `amount` */
  readonly most?: bigint | undefined
  /** Addresses that may be paid. `any` trusts every server that is asked. */
  readonly receivers: readonly string[] | 'any'
}

export type Allowed = { readonly chainId: string; readonly token: string }

/** @throws FoyerError `options-invalid` */
export function parseBudget({ amount, asset, most }: PaymentBudget): Allowed {
  const parsed = parseAsset(asset)
  if (!parsed?.token || !/^eip155:\d+$/.test(parsed.chainId))
    throw new FoyerError('options-invalid', {
      details: `The budget's asset is "${asset}"; write it like eip155:8453/erc20:0x….`,
    })
  if (amount < 0n || (most ?? 0n) < 0n)
    throw new FoyerError('options-invalid', { details: 'The budget is below 0.' })
  return { chainId: parsed.chainId, token: parsed.token }
}

/**
 * Chooses the cheapest offer that the budget allows.
 * @param left - what is left of the budget
 * @throws FoyerError `action-not-allowed` that names the reason of each offer
 */
export function chooseOffer(
  offers: readonly Offer[],
  { allowed, budget, left }: { allowed: Allowed; budget: PaymentBudget; left: bigint },
): Offer {
  const reasons = offers.map((offer) => refusalOf(offer, { allowed, budget, left }))
  const fit = offers
    .filter((_, index) => reasons[index] === undefined)
    .sort((one, other) => (one.amount < other.amount ? -1 : 1))
  if (fit[0]) return fit[0]
  throw new FoyerError('action-not-allowed', {
    details: `The budget does not allow this payment: ${reasons.join('; ') || 'no offer is of a known kind'}.`,
  })
}

function refusalOf(
  { amount, chainId, terms }: Offer,
  { allowed, budget, left }: { allowed: Allowed; budget: PaymentBudget; left: bigint },
): string | undefined {
  if (chainId !== allowed.chainId) return `it is for ${chainId}`
  if (!isSame(terms.asset, allowed.token)) return `it is in the token ${terms.asset}`
  const { most = budget.amount, receivers } = budget
  if (receivers !== 'any' && !receivers.some((one) => isSame(one, terms.payTo)))
    return `${terms.payTo} is no receiver of the budget`
  if (amount > most) return `${amount} is more than ${most}, the most for one payment`
  return amount > left ? `${amount} is more than ${left}, which is left` : undefined
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
