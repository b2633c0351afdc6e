/** A request to a wallet, as Foyer's core hands it over. */
export type RequestToCheck = {
  readonly namespace: string
  readonly method: string
  readonly params: unknown
  /** CAIP-2. */
  readonly chainId: string
  /** Undefined if it is not known; then nothing is simulated. */
  readonly network:
    | {
        readonly name: string
        readonly nativeCurrency: { readonly symbol: string; readonly decimals: number }
      }
    | undefined
  /** The connected accounts, the shown one first. */
  readonly accounts: readonly string[]
  readonly rpc: (call: { method: string; params?: unknown }) => Promise<unknown>
  readonly signal: AbortSignal
}
