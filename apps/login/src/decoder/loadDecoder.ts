import type { Boot } from '../boot.ts'
import type { Scripts } from '../session/openScripts.ts'

/** Loads the decoder's file once; retries the next time after a failure. */
export function loadDecoder({
  asset,
  openThread,
}: {
  asset: Boot['parts']['decoder']
  openThread: Scripts['openThread']
}): () => Promise<() => Worker> {
  let loading: Promise<() => Worker> | undefined
  return () => {
    loading ??= openThread(asset).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
