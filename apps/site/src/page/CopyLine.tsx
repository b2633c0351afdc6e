import { Sheets, Tick } from './CopyButton.tsx'
import { useCopy } from './useCopy.ts'

/** A command that a click copies. */
export function CopyLine({ text }: { text: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <button type="button" className="copy-line" onClick={copy} aria-label={`Copy ${text}`}>
      <code>{text}</code>
      {copied ? <Tick /> : <Sheets />}
      <span className="unseen" aria-live="polite">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  )
}
