import { useEffect, useState } from 'react'

/** Display time of "Copied", ms. */
const saidMs = 1600

/** Copies a text, and reports it for a short time. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copiedText, setCopiedText] = useState<string>()
  useEffect(() => {
    if (copiedText === undefined) return
    const timer = setTimeout(() => setCopiedText(undefined), saidMs)
    return () => clearTimeout(timer)
  }, [copiedText])
  return {
    copied: copiedText === text,
    copy: () =>
      void navigator.clipboard.writeText(text).then(
        () => setCopiedText(text),
        (error: unknown) => console.warn('The clipboard is closed to this page.', error),
      ),
  }
}
