import * as v from 'valibot'
import { type WalletChain, type WalletConfig, walletChain } from '../config.ts'
import { rpcError } from './rpcError.ts'

const siteState = v.object({
  locked: v.boolean(),
  /** Indexes of the accounts this site may see; the first is selected. */
  accounts: v.array(v.number()),
  /** Indexes of the Solana accounts this site may see; the first is selected. */
  solanaAccounts: v.optional(v.array(v.number()), []),
  /** The selected chain's number. */
  chainId: v.number(),
  /** Chains this site added. */
  addedChains: v.array(walletChain),
  /** Addresses of the tokens that this site added to the wallet. */
  watched: v.array(v.string()),
  /** When accounts were first permitted, in ms since 1970. */
  permittedAt: v.number(),
})
/** The state that the wallet stores for one site. */
export type SiteState = v.InferOutput<typeof siteState>

/** The wallet's store for this site, shared by the site's tabs. */
export type SiteStore = {
  read: () => SiteState
  update: (change: Partial<SiteState>) => void
  /** Calls back after each change in this or another tab. */
  watch: (onChange: (now: SiteState, before: SiteState) => void) => void
  chains: () => readonly WalletChain[]
  /** @throws 4900 for a wallet without an EVM chain. */
  chain: () => WalletChain
}

/** Opens the store: the site's localStorage, or memory if storage is blocked. */
export function openSiteStore(config: WalletConfig): SiteStore {
  const first = config.chains[0]
  const key = `foyer-devwallet:${config.rdns}`
  const fresh: SiteState = {
    locked: false,
    accounts: [],
    solanaAccounts: [],
    chainId: first?.id ?? 0,
    addedChains: [],
    watched: [],
    permittedAt: 0,
  }
  const storage = reachableStorage()
  const parse = (text: string | null): SiteState => {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), siteState), text)
    return parsed.success ? parsed.output : fresh
  }
  let state = storage ? parse(storage.getItem(key)) : fresh
  const watchers = new Set<(now: SiteState, before: SiteState) => void>()
  const become = (now: SiteState) => {
    const before = state
    state = now
    for (const watcher of watchers) watcher(now, before)
  }
  const chains = () => [...config.chains, ...state.addedChains]

  // The browser notifies every other tab of the site, never the writing one; key null is clear().
  window.addEventListener('storage', (event) => {
    if (event.storageArea === storage && (event.key === key || event.key === null)) {
      become(parse(event.newValue))
    }
  })
  return {
    read: () => state,
    update(change) {
      const now = { ...state, ...change }
      try {
        storage?.setItem(key, JSON.stringify(now))
      } catch {
        // With full storage this tab continues in memory, as with blocked storage.
      }
      become(now)
    },
    watch: (onChange) => void watchers.add(onChange),
    chains,
    chain() {
      const selected = chains().find((chain) => chain.id === state.chainId) ?? first
      if (!selected) throw rpcError(4900, 'This wallet has no EVM chain.')
      return selected
    },
  }
}

/** Returns localStorage if the browser allows it; reading the property may throw. */
function reachableStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
