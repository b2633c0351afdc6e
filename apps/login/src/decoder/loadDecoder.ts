import type { Boot } from '../boot.ts'
import type { Scripts } from '../session/openScripts.ts'

/** Makes a function that loads the decoder's script once; a call after a failure retries. */
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
