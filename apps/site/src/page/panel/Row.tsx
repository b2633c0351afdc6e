import type { ReactNode } from 'react'

/** A group of controls and what it is called. */
export function Row({ children, label }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="row">
      <legend>{label}</legend>
      {children}
    </fieldset>
  )
}
