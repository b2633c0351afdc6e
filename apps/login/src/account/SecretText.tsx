import { useLayoutEffect, useRef } from 'react'

/**
 * Draws secret bytes (ASCII), and removes them from the page on unmount. They never become a value of React, which may
 * keep the data of a render for long.
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
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const drawn = place.current
    if (drawn) drawn.textContent = format(bytes)
    return () => {
      if (drawn) drawn.textContent = ''
    }
  }, [bytes, format])
  return <span ref={place} className={className} translate="no" />
}

/** ASCII bytes as text. */
export const decodeAscii = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
