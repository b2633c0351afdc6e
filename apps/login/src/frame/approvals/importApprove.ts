import type { Boot } from '../../boot.ts'
import type { LoginSession } from '../../session/openSession.ts'

/** Exports of the approval screens' bundle; only its types are in this one. */
export type ApprovePart = typeof import('../../approve/main.tsx')

/** Loads the approval screens on first use, and keeps them. */
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
      // Let the next call retry.
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
