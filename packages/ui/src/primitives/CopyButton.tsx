import { useEffect, useState } from 'react'
import { Icon, LineIcon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

const copyPath =
  'M10 8h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM16 5.500A1.500 1.500 0 0 0 14.500 4H6a2 2 0 0 0-2 2v8.500A1.500 1.500 0 0 0 5.500 16'
/** Time that "copied" is shown, ms. */
const copiedMs = 2_000

export type CopyButtonProps = {
  /** The text for the clipboard. */
  text: string
  label: string
  copiedLabel: string
  /** The clipboard refused: show the text, or say so. */
  onError: (error: unknown) => void
}

/** Copies a text and confirms it. */
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
      onError(error)
    }
  }
  return (
    <>
      <IconButton
        label={label}
        icon={copied ? <Icon name="check" /> : <LineIcon path={copyPath} />}
        onClick={copy}
      />
      <span className="unseen" role="status">
        {copied ? copiedLabel : ''}
      </span>
    </>
  )
}
