import type { SignRequestInput } from '@foyer/decode'
import type { Call } from './fillCalls.ts'

/** The paymaster that a site names. @source https://eips.ethereum.org/EIPS/eip-7677 */
export type NamedPaymaster = {
  readonly url: string
  readonly context?: Record<string, unknown> | undefined
}

/** Operations (ERC-4337) by the operator's bundler, which a site's paymaster pays for. */
export type Operations = {
  /**
   * Builds the request to sign; `send` gives the signed operation to the bundler.
   * @throws FoyerError `action-not-allowed` with the reason of paymaster or bundler
   */
  build(
    calls: readonly Call[],
    paymaster: NamedPaymaster,
  ): Promise<{ request: SignRequestInput; send: (signed: unknown) => Promise<string> }>
}
