import type { EvmProvider } from './evmProvider.ts'

/**
 * Listens to one event of a wallet that may have none.
 *
 * @returns A stop function; it works even where the wallet can not take a listener away.
 */
export function listen(
  provider: EvmProvider,
  event: string,
  listener: (payload: unknown) => void,
): () => void {
  let listening = true
  const heard = (payload: unknown) => {
    if (listening) listener(payload)
  }
  // A wallet whose events are broken is still a wallet: it only tells nothing by itself.
  attempt(() => provider.on?.(event, heard))
  return () => {
    listening = false
    attempt(() => provider.removeListener?.(event, heard))
  }
}

function attempt(run: () => unknown): void {
  try {
    run()
  } catch {
    // See above.
  }
}
