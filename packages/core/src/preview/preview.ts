import type { ChainId, FoyerError, Namespace } from '@foyer/protocol'
import type { Rpc } from '../http/rpc.ts'
import type { Network } from '../network/network.ts'

/**
 * Shows users what a site asks of their wallet, before the wallet is asked: `preview()` of `@foyer/decode/preview`.
 */
export type Preview = {
  /** The wallet methods that are held until the user continues; all others pass. */
  readonly methods: readonly string[]
  /** Describes a request. Its code loads with the first one. Rejects if the request can not be described. */
  check(request: PreviewRequest): Promise<unknown>
  /**
   * Returns what the wallet would sign. A request that repeats it, because the wallet did not know the method that the
   * user accepted, is not shown again.
   */
  subjectOf(call: { readonly method: string; readonly params?: unknown }): string | undefined
  /** The site's own screen, instead of Foyer's. Called once the request is checked, or its check has failed. */
  readonly onPreview?: ((pending: PendingPreview) => void) | undefined
}

/** A request to check: a copy, which the site can no longer change. */
export type PreviewRequest = {
  readonly namespace: Namespace
  readonly method: string
  readonly params: unknown
  /** The network of the request. */
  readonly chainId: ChainId
  /** Undefined for a network that the site does not offer. */
  readonly network: Network | undefined
  /** The connected accounts, the shown one first. */
  readonly accounts: readonly string[]
  /** JSON-RPC to the request's network. */
  readonly rpc: Rpc
  /** Aborts when the answer is no longer needed. */
  readonly signal: AbortSignal
}

/** A request that is held until the user has seen it. */
export type PendingPreview = Pick<PreviewRequest, 'chainId' | 'method' | 'namespace'> & {
  readonly id: number
  /** The shown account. */
  readonly account: string
  readonly result:
    | { readonly status: 'checking' }
    /** `checked` is the result of {@link Preview.check}. */
    | { readonly status: 'checked'; readonly checked: unknown }
    | { readonly status: 'failed'; readonly error: FoyerError }
  /** Asks the wallet, or rejects the request with `user-rejected`. Later calls do nothing. */
  answer(accepted: boolean): void
  /** Tells that a screen shows it; without this, the request is rejected after 30 s. */
  take(): void
  /** Asks the wallet without a preview, and logs it: no screen is on the page. */
  skip(): void
}
