import './stage.css'
import { FoyerButton } from '@foyer/ui/react'
import type { Mode, PageOptions } from '../../pageOptions.ts'
import { EmbeddedModal } from './EmbeddedModal.tsx'

/** The hall: arches behind each other, and in the light the modal itself, or the button that opens it. */
export function Stage({ mode, options }: { mode: Mode; options: PageOptions }) {
  return (
    <section className="stage" aria-label="The modal, live">
      <div className="hall" aria-hidden="true">
        <div className="arch arch-outer" />
        <div className="arch arch-middle" />
        <div className="arch arch-inner" />
        <div className="floor" />
      </div>
      <div className="stand" data-mode={mode}>
        {mode === 'embedded' ? (
          <EmbeddedModal options={options} />
        ) : (
          <div className="doorbell">
            <FoyerButton />
            <p>The modal opens over the page.</p>
          </div>
        )}
      </div>
    </section>
  )
}
