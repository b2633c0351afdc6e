import type { DescribedCall, Description, Fact } from './description.ts'
import { contractRole } from './evm/knownContracts.ts'

/**
 * Why a request looks like a drain: several assets leave for nothing (`takes-several`), or nearly all coins do
 * (`takes-all-coins`), or more than it says (`takes-more`); one request lets others take several tokens (`lets-take`), or
 * one signature without limit (`signature-takes`); an order gives something for nothing (`order-for-nothing`); somebody
 * else gets control of an account (`takes-account`).
 */
export type DrainSign =
  | 'takes-several'
  | 'takes-all-coins'
  | 'takes-more'
  | 'lets-take'
  | 'signature-takes'
  | 'order-for-nothing'
  | 'takes-account'

/** Share of the balance that counts as nearly all: four fifths. */
const [nearly, all] = [4n, 5n] as const
/** Coins below this part of one count as a fee of a service, such as a bridge. */
const feePart = 100n

/**
 * Finds what makes a request look like a drain. A large allowance or a transfer of one asset alone does not: both are
 * common, and their warnings are shown in any case.
 *
 * @param options.balance - The account's native coins in smallest units, if known.
 */
export function findDrainSigns(
  description: Description,
  { balance }: { balance?: bigint | undefined } = {},
): DrainSign[] {
  const { comes, kind, leaves, warnings } = description
  const warned = (...codes: readonly string[]) => warnings.some(({ code }) => codes.includes(code))
  const forNothing = comes.length === 0
  const taken = new Set(
    leaves
      .filter(
        ({ amount, asset }) => asset.kind !== 'native' || isMoreThanFee(amount, asset.decimals),
      )
      .map(({ asset, tokenId }) => `${asset.address} ${tokenId}`),
  )
  const coins = leaves.find(({ asset }) => asset.kind === 'native')?.amount ?? 0n
  const takesCoins = balance !== undefined && coins > 0n && coins * all >= balance * nearly
  const grants = listGrants(description)
  const found: Record<DrainSign, boolean> = {
    'takes-several': forNothing && taken.size > 1,
    'takes-all-coins': forNothing && takesCoins && warned('unknown-call'),
    'takes-more': forNothing && leaves.length > 0 && warned('simulation-disagrees'),
    'lets-take': new Set(grants.map(({ token }) => token)).size > 1,
    'signature-takes':
      kind === 'permit' &&
      grants.length > 0 &&
      warned('unlimited-amount', 'whole-balance', 'amount-far-above-balance'),
    'order-for-nothing': warned('order-for-nothing'),
    'takes-account': warned('changes-authority', 'assigns-account'),
  }
  return (Object.keys(found) as DrainSign[]).filter((sign) => found[sign])
}

function isMoreThanFee(amount: bigint, decimals = 0): boolean {
  return amount * feePart >= 10n ** BigInt(decimals)
}

type Grant = { token: string }

/** Lists the tokens that others than well-known contracts may take later. */
function listGrants({ calls, facts, kind }: Description): Grant[] {
  return [...(kind === 'permit' ? grantsIn(facts) : []), ...calls.flatMap(grantsOfCall)]
}

function grantsOfCall({ action, calls, facts }: DescribedCall): Grant[] {
  const own = action.startsWith('approve-') ? grantsIn(facts) : []
  return [...own, ...calls.flatMap(grantsOfCall)]
}

function grantsIn(facts: readonly Fact[]): Grant[] {
  const addresses = (...labels: readonly string[]) =>
    facts.flatMap(({ label, value }) =>
      value.kind === 'address' && labels.includes(label) ? [value.address] : [],
    )
  const [taker] = addresses('spender', 'operator')
  if (taker === undefined || contractRole(taker) !== undefined) return []
  return addresses('token', 'account').map((token) => ({ token }))
}
