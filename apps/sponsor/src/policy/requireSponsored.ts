import type { BodyOf } from '@foyer/protocol'
import type { postSponsorCheck } from '@foyer/protocol/sponsor'
import { isAddressEqual } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Services } from '../services.ts'
import type { Sponsorship } from './policy.ts'
import { refuse } from './refuse.ts'

type Asked = BodyOf<typeof postSponsorCheck>
type Parts = Pick<Services, 'chains' | 'metrics' | 'policy'>

/** A chain on which calls are paid for. */
export type SponsoredChain = Chain & { readonly implementation: `0x${string}` }
type Found = { readonly chain: SponsoredChain; readonly sponsorship: Sponsorship }

/** Finds what the policy says of a project on a chain. @throws HttpError 403 `action-not-allowed` */
export function requireSponsorship(
  services: Parts,
  { chainId, projectId }: Pick<Asked, 'chainId' | 'projectId'>,
): Found {
  const { chains, policy } = services
  const chain = chains.get(chainId)
  const sponsorship = policy.sponsorships.find(
    (one) => one.projectId === projectId && one.chain === chainId,
  )
  if (!chain?.implementation || !sponsorship) return refuse(services, 'not-sponsored')
  return { chain: { ...chain, implementation: chain.implementation }, sponsorship }
}

/** Requires that a project's policy covers calls. @throws HttpError 403 `action-not-allowed` that names the reason */
export function requireCovered(
  services: Pick<Services, 'metrics'>,
  sponsorship: Sponsorship,
  calls: Asked['calls'],
): void {
  if (calls.length > sponsorship.callsPerBatch) refuse(services, 'too-many-calls')
  for (const { data, to, value } of calls) {
    if (value !== '0') refuse(services, 'value')
    const contract = sponsorship.contracts.find(({ address }) => isAddressEqual(address, to))
    if (!contract) refuse(services, 'contract')
    if (!contract.selectors.includes(data.slice(0, 10).toLowerCase())) refuse(services, 'selector')
  }
}

/**
 * Requires that the policy covers calls of a user.
 * @throws HttpError 403 `action-not-allowed` that names the reason
 */
export function requireSponsored(services: Parts, { calls, origin, ...asked }: Asked): Found {
  const found = requireSponsorship(services, asked)
  const { sponsorship } = found
  if (sponsorship.origins && !sponsorship.origins.includes(origin)) refuse(services, 'origin')
  requireCovered(services, sponsorship, calls)
  return found
}
