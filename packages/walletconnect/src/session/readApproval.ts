import {
  type ChainId,
  isChainId,
  type Namespace,
  namespaceOf,
  parseAccountId,
} from '@foyer/protocol'
import type { SessionErrorName, SessionNamespaces } from '@foyer/protocol/session'

/** The approved part of one namespace. */
export type Approval = {
  /** Each once, in the wallet's order, after the one that it named first. */
  readonly addresses: readonly string[]
  /** The chains with at least one account. */
  readonly chainIds: readonly ChainId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** @source https://specs.walletconnect.com/2.0/specs/clients/sign/namespaces */
export function readApproval(
  namespaces: SessionNamespaces,
  namespace: Namespace,
  first?: string,
): Approval {
  // Wallets answer by namespace, by chain, or both.
  const parts = Object.entries(namespaces)
    .filter(([key]) => key === namespace || key.startsWith(`${namespace}:`))
    .map(([, part]) => part)
  const accounts = parts.flatMap((part) =>
    part.accounts.flatMap((text) => parseAccountId(text) ?? []),
  )
  const keyOf = (address: string) => (namespace === 'eip155' ? address.toLowerCase() : address)
  const byKey = new Map<string, string>()
  for (const { address } of accounts)
    if (!byKey.has(keyOf(address))) byKey.set(keyOf(address), address)
  const head = first === undefined ? undefined : byKey.get(keyOf(first))
  const addresses = [...byKey.values()]
  return {
    addresses: head === undefined ? addresses : [head, ...addresses.filter((one) => one !== head)],
    chainIds: unique(accounts.map(({ chainId }) => chainId)),
    methods: unique(parts.flatMap(({ methods }) => methods)),
    events: unique(parts.flatMap(({ events }) => events)),
  }
}

const unique = <value>(values: readonly value[]): value[] => [...new Set(values)]

/** Describes the fault in an approval's shape. @returns undefined if it is valid */
export function checkNamespaces(namespaces: SessionNamespaces): SessionErrorName | undefined {
  const parts = Object.entries(namespaces)
  for (const [key, { accounts, chains = [] }] of parts) {
    // `eip155` and `eip155:1` match `eip155:1:0x…`; `eip155:10` does not.
    if (!accounts.every((account) => account.startsWith(`${key}:`))) return 'unsupportedAccounts'
    if (!chains.every((chain) => chain === key || chain.startsWith(`${key}:`)))
      return 'unsupportedChains'
  }
  return parts.every(([, { accounts }]) => accounts.length === 0)
    ? 'unsupportedAccounts'
    : undefined
}

/** Picks a namespace's network among those approved: the current one, else the requested one, else the first. */
export function pickChain(
  { chainIds }: Approval,
  ...preferred: readonly (string | undefined)[]
): ChainId | undefined {
  for (const candidate of preferred) {
    const found = chainIds.find((chainId) => chainId === candidate)
    if (found) return found
  }
  return chainIds[0]
}

/** Parses a chain in a wallet's event: CAIP-2, a number, or hex. */
export function readChainData(namespace: Namespace, data: unknown): ChainId | undefined {
  if (typeof data === 'object' && data !== null && 'chainId' in data)
    return readChainData(namespace, data.chainId)
  if (typeof data === 'string' && isChainId(data))
    return namespaceOf(data) === namespace ? data : undefined
  if (namespace !== 'eip155') return undefined
  const number = typeof data === 'number' || typeof data === 'string' ? Number(data) : Number.NaN
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : undefined
}
