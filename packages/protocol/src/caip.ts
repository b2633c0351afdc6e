/** CAIP-2 namespaces that Foyer supports. @source https://chainagnostic.org/CAIPs/caip-2 */
export const namespaces = ['eip155', 'solana', 'bip122', 'tron', 'polkadot'] as const
export type Namespace = (typeof namespaces)[number]
/** A CAIP-2 chain id: `eip155:1`. */
export type ChainId = `${Namespace}:${string}`
/** A CAIP-10 account id: `eip155:1:0xab16…`. */
export type AccountId = `${ChainId}:${string}`

const chainIdPattern = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})$/
const accountIdPattern = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/

export function isNamespace(text: string): text is Namespace {
  return (namespaces as readonly string[]).includes(text)
}

/** True if `text` is a CAIP-2 id of a supported namespace. */
export function isChainId(text: string): text is ChainId {
  const namespace = chainIdPattern.exec(text)?.[1]
  return namespace !== undefined && isNamespace(namespace)
}

export function namespaceOf(id: ChainId | AccountId): Namespace {
  return id.slice(0, id.indexOf(':')) as Namespace
}

/** The part after the namespace: `1` of `eip155:1`. */
export function referenceOf(chainId: ChainId): string {
  return chainId.slice(chainId.indexOf(':') + 1)
}

/**
 * Parses a CAIP-10 id.
 *
 * @returns undefined if `text` is not a CAIP-10 id, or its namespace is not supported.
 * @source https://chainagnostic.org/CAIPs/caip-10
 */
export function parseAccountId(text: string): { chainId: ChainId; address: string } | undefined {
  const [, chainId, address] = accountIdPattern.exec(text) ?? []
  if (chainId === undefined || address === undefined || !isChainId(chainId)) return undefined
  return { chainId, address }
}

export function formatAccountId({
  address,
  chainId,
}: {
  address: string
  chainId: ChainId
}): AccountId {
  return `${chainId}:${address}`
}
