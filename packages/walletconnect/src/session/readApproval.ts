import {
  type ChainId,
  isChainId,
  type Namespace,
  namespaceOf,
  parseAccountId,
  type SessionErrorName,
  type SessionNamespaces,
} from '@foyer/protocol'

/** What a wallet approved of one namespace. */
export type Approval = {
  /** Each once, in the wallet's order; the one that it said comes first, first. */
  readonly addresses: readonly string[]
  /** The chains on which at least one account stands. */
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
  // A wallet may answer by namespace, by chain, or both.
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

/** What is wrong with the shape of an approval. @returns undefined when nothing is */
export function checkNamespaces(namespaces: SessionNamespaces): SessionErrorName | undefined {
  const parts = Object.entries(namespaces)
  for (const [key, { accounts, chains = [] }] of parts) {
    // `eip155` holds `eip155:1:0x…`, `eip155:1` too, but not `eip155:10:0x…`.
    if (!accounts.every((account) => account.startsWith(`${key}:`))) return 'unsupportedAccounts'
    if (!chains.every((chain) => chain === key || chain.startsWith(`${key}:`)))
      return 'unsupportedChains'
  }
  return parts.every(([, { accounts }]) => accounts.length === 0)
    ? 'unsupportedAccounts'
    : undefined
}

/** The network of a namespace: the one it is on, else the one wished for, else the first, of those approved. */
export function pickChain(
  { chainIds }: Approval,
  ...wishes: readonly (string | undefined)[]
): ChainId | undefined {
  for (const wish of wishes) {
    const found = chainIds.find((chainId) => chainId === wish)
    if (found) return found
  }
  return chainIds[0]
}

/** A chain as a wallet's event names it: CAIP-2, a number, or hex. */
export function readChainData(namespace: Namespace, data: unknown): ChainId | undefined {
  if (typeof data === 'object' && data !== null && 'chainId' in data)
    return readChainData(namespace, data.chainId)
  if (typeof data === 'string' && isChainId(data))
    return namespaceOf(data) === namespace ? data : undefined
  if (namespace !== 'eip155') return undefined
  const number = typeof data === 'number' || typeof data === 'string' ? Number(data) : Number.NaN
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : undefined
}
