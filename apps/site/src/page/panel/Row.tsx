import type { ReactNode } from 'react'

/** A labelled group of controls. */
export function Row({ children, label }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="row">
      <legend>{label}</legend>
      {children}
    </fieldset>
  )
}
