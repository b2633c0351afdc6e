import type { Provider } from '@foyer/core'
import { type ChainId, FoyerError, type SolanaMethod, solanaMethods } from '@foyer/protocol'
import * as v from 'valibot'
import { fromBase58 } from './bytes.ts'
import { toSolanaError } from './toSolanaError.ts'

type Params<method extends SolanaMethod> = v.InferInput<(typeof solanaMethods)[method]['params']>
type Result<method extends SolanaMethod> = v.InferOutput<(typeof solanaMethods)[method]['result']>

/**
 * Calls a wire method of a wallet, over any transport.
 *
 * @throws FoyerError `user-rejected`, `unsupported-method` …; `unknown` when its answer has another shape
 */
export async function askWallet<method extends SolanaMethod>(
  provider: Provider,
  { chainId, method, params }: { chainId: ChainId; method: method; params: Params<method> },
): Promise<Result<method>> {
  let answer: unknown
  try {
    answer = await provider.request({ method, params, chainId })
  } catch (error) {
    throw toSolanaError(error)
  }
  const parsed = v.safeParse(solanaMethods[method].result, answer)
  if (parsed.success) return parsed.output as Result<method>
  throw new FoyerError('unknown', {
    details: `The wallet's answer to ${method} is none: ${parsed.issues[0].message}.`,
  })
}

/**
 * Validates a signature from a wallet.
 *
 * @param text - base58.
 * @throws FoyerError `unknown` when it is not 64 bytes
 */
export function toSignature(text: string): string {
  if (fromBase58(text).length === 64) return text
  throw new FoyerError('unknown', { details: 'The wallet answered with no signature.' })
}
