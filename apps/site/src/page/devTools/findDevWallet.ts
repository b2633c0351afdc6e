import * as v from 'valibot'

const devWalletId = 'local.foyer.devwallet'

const state = v.object({
  locked: v.boolean(),
  accountIndexes: v.array(v.number()),
  accounts: v.array(v.string()),
  chainId: v.number(),
  chains: v.array(v.object({ id: v.number(), name: v.string() })),
  /** Absent if the wallet offers no Solana. */
  solana: v.optional(v.object({ accountIndexes: v.array(v.number()), names: v.array(v.string()) })),
})
/** The state of the test wallet for this site. */
export type DevWalletState = v.InferOutput<typeof state>

/** Controls of the test wallet, which need no approval. */
export type DevWallet = {
  call(method: string, parameters?: object): Promise<DevWalletState>
  /** Calls back when anything in the wallet may have changed. @returns A stop function. */
  watch(onChange: () => void): () => void
}

type Provider = {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
  on(event: string, listener: () => void): void
  removeListener(event: string, listener: () => void): void
}

/**
 * Finds the test wallet of this installation, now or when it announces itself.
 *
 * @returns A stop function.
 * @source EIP-6963
 */
export function findDevWallet(onFound: (wallet: DevWallet) => void): () => void {
  const listen = (event: Event) => {
    const { detail } = event as CustomEvent<{ info: { rdns: unknown }; provider: Provider }>
    if (detail?.info?.rdns === devWalletId) onFound(controlsOf(detail.provider))
  }
  window.addEventListener('eip6963:announceProvider', listen)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => window.removeEventListener('eip6963:announceProvider', listen)
}

function controlsOf(provider: Provider): DevWallet {
  const events = ['accountsChanged', 'chainChanged', 'connect', 'disconnect', 'devwallet_changed']
  return {
    async call(method, parameters) {
      const params = parameters ? [parameters] : []
      return v.parse(state, await provider.request({ method, params }))
    },
    watch(onChange) {
      for (const event of events) provider.on(event, onChange)
      return () => {
        for (const event of events) provider.removeListener(event, onChange)
      }
    },
  }
}
