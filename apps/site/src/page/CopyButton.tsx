import { useCopy } from './useCopy.ts'

export function CopyButton({
  label = 'Copy',
  text,
  what,
}: {
  text: string
  /** Describes the copied text for screen readers. */
  what: string
  label?: string
}) {
  const { copied, copy } = useCopy(text)
  return (
    <button type="button" className="copy" onClick={copy} aria-label={`${label}: ${what}`}>
      {copied ? <Tick /> : <Sheets />}
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </button>
  )
}

export function Sheets() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="icon">
      <rect x="7" y="7" width="9.5" height="9.5" rx="2" />
      <path d="M13 4.8v-.3a1.5 1.5 0 0 0-1.5-1.5H5a2 2 0 0 0-2 2v6.5A1.5 1.5 0 0 0 4.5 13" />
    </svg>
  )
}

export function Tick() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="icon">
      <path d="m4 10.5 4 4 8-9" />
    </svg>
  )
}
