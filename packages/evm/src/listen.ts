import type { EvmProvider } from './evmProvider.ts'

/**
 * Listens to one event of a wallet that may have none.
 *
 * @returns A stop function; it works even if the wallet cannot remove listeners.
 */
export function listen(
  provider: EvmProvider,
  event: string,
  listener: (payload: unknown) => void,
): () => void {
  let listening = true
  const onPayload = (payload: unknown) => {
    if (listening) listener(payload)
  }
  // A wallet with broken events is still usable, without notifications.
  attempt(() => provider.on?.(event, onPayload))
  return () => {
    listening = false
    attempt(() => provider.removeListener?.(event, onPayload))
  }
}

function attempt(run: () => unknown): void {
  try {
    run()
  } catch {
    // See above.
  }
}
