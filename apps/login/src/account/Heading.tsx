import { type ReactNode, useEffect, useRef } from 'react'

/** A heading that takes the focus when its screen appears, so that a screen reader announces it. */
export function Heading({
  children,
  id,
  level = 1,
}: {
  children: ReactNode
  id?: string | undefined
  /** @default 1 */
  level?: 1 | 2
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const props = { ref: heading, id, tabIndex: -1 }
  return level === 1 ? <h1 {...props}>{children}</h1> : <h2 {...props}>{children}</h2>
}
