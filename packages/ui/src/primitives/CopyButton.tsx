import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './IconButton.tsx'

/** How long it says that it copied, ms. */
const copiedMs = 2_000

export type CopyButtonProps = {
  /** What goes to the clipboard. */
  text: string
  label: string
  copiedLabel: string
  /** The clipboard refused. */
  onError?: ((error: unknown) => void) | undefined
}

/** Copies a text and says that it did. */
export function CopyButton({ copiedLabel, label, onError, text }: CopyButtonProps) {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(0), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied((count) => count + 1)
    } catch (error) {
      onError?.(error)
    }
  }
  return (
    <>
      <IconButton label={label} icon={copied ? <Check /> : <Copy />} onClick={copy} />
      <span className="unseen" role="status">
        {copied ? copiedLabel : ''}
      </span>
    </>
  )
}
