import './stage.css'
import { FoyerButton, useAccount } from '@foyer/ui/react'
import type { Mode, PageOptions } from '../../pageOptions.ts'
import { EmbeddedModal } from './EmbeddedModal.tsx'

/** The hall: arches behind each other, and in the light the modal itself, or the button that opens it. */
export function Stage({
  mailUrl,
  mode,
  options,
}: {
  /** Where the mails of a login arrive. */
  mailUrl: string | undefined
  mode: Mode
  options: PageOptions
}) {
  const { status } = useAccount()
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
        {mailUrl && status !== 'connected' && (
          <p className="mail-hint">
            Any address will do: mails arrive in the{' '}
            <a href={mailUrl} target="_blank" rel="noreferrer">
              Mail of this machine
            </a>
            .
          </p>
        )}
      </div>
    </section>
  )
}
