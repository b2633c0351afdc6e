import type { FoyerError } from '@foyer/protocol'
import type { ReactNode } from 'react'

/** One action: its title, its hooks, and what went wrong last. */
export function Box({
  children,
  error,
  hooks,
  title,
}: {
  children: ReactNode
  error?: FoyerError | null | undefined
  hooks: string
  title: string
}) {
  return (
    <section className="hooks-box" aria-label={title}>
      <h2>{title}</h2>
      <code>{hooks}</code>
      {children}
      {error ? <p role="alert">{error.details ?? error.message}</p> : null}
    </section>
  )
}
