import { Resolver } from 'node:dns/promises'
import { isPublicAddress } from './isPublicAddress.ts'

/** Decides which servers an untrusted URL may reach. */
export type NetworkRule = {
  /** True for a URL of an origin that the operator has named: it may be private, and http. */
  isTrusted(url: URL): boolean
  /** True for a URL that may be fetched if its host has public addresses only. */
  isWebUrl(url: URL): boolean
  isPublic(address: string): boolean
  /** Returns the addresses of a host. */
  resolve(host: string): Promise<readonly string[]>
}

/**
 * Makes the rule of an operator: https on its usual port at public addresses, and the origins named here.
 *
 * @param trustedOrigins - `http://127.0.0.1:4100`. @default none
 */
export function createNetworkRule({
  trustedOrigins = [],
  ...replaced
}: { trustedOrigins?: readonly string[] | undefined } & Partial<NetworkRule> = {}): NetworkRule {
  // Not the system's resolver: each of its calls takes one of four threads, which slow name servers would hold.
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  return {
    isTrusted: ({ origin }) => trustedOrigins.includes(origin),
    isWebUrl: ({ password, port, protocol, username }) =>
      protocol === 'https:' && port === '' && username === '' && password === '',
    isPublic: isPublicAddress,
    async resolve(host) {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    },
    ...replaced,
  }
}
