import type { Rate } from '@foyer/server'
import { addressHmac, networkHmac } from '../hashes.ts'
import type { Services } from '../services.ts'
import type { Client } from './caller.ts'

/**
 * Counts a call by its client's address, and more generously by the network around it: a /48 of IPv6 has 65,536 addresses.
 * @param name - of what is counted
 * @throws HttpError 429 `limit-exceeded`
 */
export async function takeClientRate(
  services: Services,
  { ip, network }: Pick<Client, 'ip' | 'network'>,
  { limit, name, windowMs }: Rate & { name: string },
): Promise<void> {
  const { limiter, limits } = services
  await limiter.take({ key: `${name}:ip:${addressHmac(services, ip)}`, limit, windowMs })
  const key = `${name}:net:${networkHmac(services, network)}`
  await limiter.take({ key, limit: limit * limits.addressesOfNetwork, windowMs })
}
