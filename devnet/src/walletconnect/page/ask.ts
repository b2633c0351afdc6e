import type { Screen } from '../../wallet/approve/screen.ts'
import { rpcError } from '../../wallet/page/rpcError.ts'
import type { PhoneConfig } from '../phoneConfig.ts'
import { accountIndex, type Family } from './networks.ts'
import type { Session, SessionRequest } from './openKit.ts'

/** What a request is read with. */
export type AskContext = {
  config: PhoneConfig
  session: Session
  /** CAIP-2: the network the site named. */
  chainId: string
  /** CAIP-2: where the wallet stands in this family for this site. */
  current: string
}

/** A request of a site: a question to the person, or one the wallet answers by itself. */
export type Ask =
  | {
      kind: 'question'
      screen: Screen
      /** Makes the site's answer of what the screen gave. */
      toResult: (made: unknown) => unknown
      /** CAIP-2: the network that the wallet goes to when the person agrees. */
      goesTo?: string
    }
  | { kind: 'known'; result: unknown }

export const paramsOf = ({ params }: SessionRequest): readonly unknown[] => {
  const given: unknown = params.request.params
  return Array.isArray(given) ? given : [given]
}

/**
 * Finds the account a site wants to act with.
 *
 * @returns Its index.
 * @throws 3001 when the site was not given it on this network.
 * @source WalletConnect error codes
 */
export function grantedAccount(
  { chainId, session }: AskContext,
  family: Family,
  address: string,
): number {
  const same = (one: string) =>
    family === 'eip155' ? one.toLowerCase() === address.toLowerCase() : one === address
  const accounts = session.namespaces[family]?.accounts ?? []
  const given = accounts.some(
    (account) => account.startsWith(`${chainId}:`) && same(account.slice(chainId.length + 1)),
  )
  const index = accountIndex(family, address)
  if (!given || index < 0) {
    throw rpcError(
      3001,
      `The site was not given the account ${address.slice(0, 64)} on ${chainId}.`,
    )
  }
  return index
}
