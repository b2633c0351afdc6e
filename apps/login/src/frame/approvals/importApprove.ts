import type { Boot } from '../../boot.ts'
import type { LoginSession } from '../../session/openSession.ts'

/** Exports of the visible part; this bundle contains only its types. */
export type ApprovePart = typeof import('../../approve/main.tsx')

/** Loads the visible part once, when there is something to show. */
export function importApprove({
  importScript,
  parts: { approve, approveStyle },
}: {
  importScript: LoginSession['importScript']
  parts: Boot['parts']
}): () => Promise<ApprovePart> {
  let loading: Promise<ApprovePart> | undefined
  return () => {
    loading ??= (importScript(approve) as Promise<ApprovePart>).catch((error: unknown) => {
      // Retried the next time.
      loading = undefined
      throw error
    })
    if (approveStyle && !document.querySelector(`link[href="${approveStyle.src}"]`)) {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.integrity = approveStyle.integrity
      link.href = approveStyle.src
      document.head.append(link)
    }
    return loading
  }
}
