import type { Screen } from '../../wallet/approve/screen.ts'
import { rpcError } from '../../wallet/page/rpcError.ts'
import type { PhoneConfig } from '../phoneConfig.ts'
import { accountIndex, type Family } from './networks.ts'
import type { Session, SessionRequest } from './openKit.ts'

/** The context for reading a request. */
export type AskContext = {
  config: PhoneConfig
  session: Session
  /** CAIP-2: the network that the site named. */
  chainId: string
  /** CAIP-2: the current network of this namespace for this site. */
  current: string
}

/** A site's request: a question to the user, or one that the wallet answers by itself. */
export type Ask =
  | {
      kind: 'question'
      screen: Screen
      /** Converts the screen's result to the site's answer. */
      toResult: (made: unknown) => unknown
      /** CAIP-2: the network that the wallet switches to if the user approves. */
      goesTo?: string
    }
  | { kind: 'known'; result: unknown }
  /** Answered by the chain. */
  | { kind: 'read'; read: () => Promise<unknown> }

export const paramsOf = ({ params }: SessionRequest): readonly unknown[] => {
  const given: unknown = params.request.params
  return Array.isArray(given) ? given : [given]
}

/**
 * Finds the account for a site's request.
 *
 * @returns Its index.
 * @throws 3001 if the site does not have it on this network.
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
      `The site has no access to the account ${address.slice(0, 64)} on ${chainId}.`,
    )
  }
  return index
}
