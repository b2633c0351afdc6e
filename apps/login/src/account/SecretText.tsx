import { useLayoutEffect, useRef } from 'react'

/**
 * Shows secret bytes (ASCII) as text, and removes the text on unmount. Bypasses React, which may keep rendered values in
 * memory.
 */
export function SecretText({
  bytes,
  className,
  format = decodeAscii,
}: {
  bytes: Uint8Array
  className?: string
  /** @default as ASCII */
  format?: (bytes: Uint8Array) => string
}) {
  const container = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const drawn = container.current
    if (drawn) drawn.textContent = format(bytes)
    return () => {
      if (drawn) drawn.textContent = ''
    }
  }, [bytes, format])
  return <span ref={container} className={className} translate="no" />
}

/** Decodes ASCII bytes. */
export const decodeAscii = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
