import { HttpError, sha256 } from '@foyer/server'
import type { Caller } from '../doors.ts'
import { isOriginAllowed } from '../projects/originRule.ts'
import type { Services } from '../services.ts'
import type { Order } from './onrampProvider.ts'

/**
 * Opens a purchase for a page or a program of a project, within its limits.
 *
 * @throws {@link HttpError} 400 (also for a `redirectUrl` that leads elsewhere), 429, 502
 */
export async function openForCaller(
  { limiter, limits, onramp }: Services,
  caller: Caller,
  order: Omit<Order, 'id' | 'ip' | 'origin'> & { provider: string },
) {
  const { client, ip, origin, project } = caller
  requireOwnPage(order.redirectUrl, caller)
  await limiter.take({ key: `onrampOrder:${client}`, ...limits.onrampOrdersPerHour })
  // Not the address itself, which would be in the counters' table.
  await limiter.take({
    key: `onrampAddress:${sha256(`${order.network} ${order.address}`)}`,
    ...limits.onrampOrdersOfAddressPerHour,
  })
  await limiter.take({ key: `onrampProject:${project.id}`, ...limits.onrampOrdersOfProjectPerHour })
  return onramp.openOrder({ ...order, ip, origin, projectId: project.id })
}

/** The provider's page may lead back to the project's own pages only: to the calling page's origin, if a page calls. */
function requireOwnPage(redirectUrl: string | undefined, { origin, project }: Caller): void {
  if (redirectUrl === undefined) return
  const url = new URL(redirectUrl)
  const isOwn = origin === undefined ? isOriginAllowed(url.origin, project) : url.origin === origin
  if (isOwn && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return
  throw new HttpError(400, 'params-invalid', 'redirectUrl must be a page of the project', {
    field: 'redirectUrl',
  })
}
