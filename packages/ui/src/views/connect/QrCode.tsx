import { type ReactNode, useEffect, useState } from 'react'
import { useUi } from '../../context.ts'
import { useStyles } from '../../useStyles.ts'
import type { Drawing } from './drawCode.ts'
import css from './QrCode.css?inline'

export type QrCodeProps = {
  /** Its content; undefined: not known yet. */
  text: string | undefined
  /** Its purpose, for screen readers. */
  label: string
  /** In its middle: a logo of 48 px. */
  children?: ReactNode
  /** Visible, but no longer valid. @default false */
  stale?: boolean | undefined
  /** Over a code that is stale or could not be made. */
  cover?: ReactNode
}

/** A QR code: dark on a light panel in every theme, since not every camera reads inverted ones. */
export function QrCode({ children, cover, label, stale = false, text }: QrCodeProps) {
  useStyles(css)
  const drawing = useDrawing(text)
  return (
    <div className="qr" data-stale={stale} aria-busy={!drawing && !cover}>
      {drawing ? (
        <div key={drawing.modules} className="qr-panel" aria-hidden={stale}>
          <svg viewBox={`0 0 ${drawing.size} ${drawing.size}`} role="img" aria-label={label}>
            <path className="qr-corner" d={drawing.corners} />
            <path className="qr-dot" d={drawing.dots} />
            <path d={drawing.modules} />
          </svg>
          <span className="qr-middle" aria-hidden="true">
            {children}
          </span>
        </div>
      ) : (
        <span className="qr-coming" hidden={cover !== undefined} />
      )}
      {cover === undefined ? null : <div className="qr-cover">{cover}</div>}
    </div>
  )
}

/** The newest drawing; the previous one stays until it is ready. */
function useDrawing(text: string | undefined): Drawing | undefined {
  const { foyer } = useUi()
  const [drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    let ended = false
    // A separate chunk, loaded while the URI is created.
    import('./drawCode.ts').then(
      ({ drawCode }) => {
        if (!ended && text !== undefined) setDrawing(drawCode(text))
      },
      (error) => foyer.log('error', 'the code can not be drawn', error),
    )
    return () => {
      ended = true
    }
  }, [foyer, text])
  return drawing
}
