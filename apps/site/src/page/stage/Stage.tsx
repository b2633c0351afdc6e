import './stage.css'
import { FoyerButton, useAccount } from '@foyer/ui/react'
import type { Mode, PageOptions } from '../../pageOptions.ts'
import { EmbeddedModal } from './EmbeddedModal.tsx'

/** The stage: nested arches as a backdrop, and the modal itself or the button that opens it. */
export function Stage({
  mailUrl,
  mode,
  options,
}: {
  /** URL of the local mailbox. */
  mailUrl: string | undefined
  mode: Mode
  options: PageOptions
}) {
  const { status } = useAccount()
  return (
    <section className="stage" aria-label="The modal, live">
      <div className="backdrop" aria-hidden="true">
        <div className="arch arch-outer" />
        <div className="arch arch-middle" />
        <div className="arch arch-inner" />
        <div className="floor" />
      </div>
      <div className="stage-content" data-mode={mode}>
        {mode === 'embedded' ? (
          <EmbeddedModal options={options} />
        ) : (
          <div className="stage-button">
            <FoyerButton />
            <p>The button opens the modal over the page.</p>
          </div>
        )}
        {mailUrl && status !== 'connected' && (
          <p className="mail-hint">
            Use any email address: you will find the mails in the{' '}
            <a href={mailUrl} target="_blank" rel="noreferrer">
              local mailbox
            </a>
            .
          </p>
        )}
      </div>
    </section>
  )
}
