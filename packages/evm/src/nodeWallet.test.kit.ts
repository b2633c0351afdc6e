import type { EvmProvider } from './evmProvider.ts'

/** A rejection in the wallets' format. */
export function walletError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code, data })
}

/** JSON-RPC to a running node, which has the keys of its accounts. */
export async function askNode(url: string, method: string, params: unknown = []): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { error, result } = (await response.json()) as {
    error?: { code: number; message: string }
    result?: unknown
  }
  if (error) throw walletError(error.code, error.message)
  return result
}

type Answer = (params: never, next: () => Promise<unknown>) => unknown

/**
 * A minimal real EIP-1193 wallet: a node with keys signs and mines. It approves everything; `answers` overrides single
 * methods.
 */
export function createNodeWallet({
  answers = {},
  nodes,
}: {
  /** Node addresses of the wallet's initial chains, the current one first. */
  nodes: readonly { chainId: number; url: string }[]
  answers?: Record<string, Answer>
}) {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const known = new Map(nodes.map(({ chainId, url }) => [`0x${chainId.toString(16)}`, url]))
  let [chainId = '0x0'] = known.keys()
  let accounts: unknown = []

  const emit = (event: string, payload?: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
  }
  const node = (method: string, params?: unknown) =>
    askNode(known.get(chainId) as string, method, params)
  const go = (to: string) => {
    chainId = to
    emit('chainChanged', to)
    return null
  }

  const methods: Record<string, (params: never) => unknown> = {
    async eth_requestAccounts() {
      accounts = await node('eth_accounts')
      emit('accountsChanged', accounts)
      return accounts
    },
    eth_accounts: () => accounts,
    eth_chainId: () => chainId,
    wallet_switchEthereumChain([to]: [{ chainId: string }]) {
      if (known.has(to.chainId)) return go(to.chainId)
      throw walletError(4902, `Unrecognized chain ID "${to.chainId}".`)
    },
    async wallet_addEthereumChain([chain]: [{ chainId: string; rpcUrls: string[] }]) {
      const [url = ''] = chain.rpcUrls
      if ((await askNode(url, 'eth_chainId')) !== chain.chainId)
        throw walletError(-32602, 'Chain ID returned by RPC URL does not match.')
      known.set(chain.chainId, url)
      return go(chain.chainId)
    },
    wallet_revokePermissions() {
      accounts = []
      emit('accountsChanged', accounts)
      return null
    },
    eth_signTypedData_v4: ([address, json]: [string, string]) =>
      node('eth_signTypedData_v4', [address, JSON.parse(json)]),
  }

  const calls: { method: string; params?: unknown }[] = []
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      calls.push({ method, params })
      const own = methods[method]
      const next = async () => (own ? own(params as never) : node(method, params))
      return answers[method] ? answers[method](params as never, next) : next()
    },
    on(event: string, listener: (payload: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (payload: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  } satisfies EvmProvider

  return {
    provider,
    emit,
    /** Every request to the wallet, in order. */
    calls,
    methods: () => calls.map(({ method }) => method),
    setAccounts(next: unknown) {
      accounts = next
    },
    listenerCount: () => [...listeners.values()].reduce((count, set) => count + set.size, 0),
  }
}
