import { useStyles } from '@foyer/ui/primitives'
import { type ReactNode, useEffect, useRef } from 'react'
import cardCss from '../card/ApprovalCard.css?inline'
import { CardIcon } from '../card/CardIcon.tsx'
import bodyCss from '../card/RequestBody.css?inline'
import { SiteHeader } from '../card/SiteHeader.tsx'
import { useHeight } from '../card/useHeight.ts'
import css from './UnlockCard.css?inline'

/** The frame of the cards that stand before a login: the site, an icon, a title that takes the focus, and the buttons. */
export function UnlockShell({
  buttons,
  children,
  icon,
  onHeight,
  origin,
  title,
}: {
  buttons: ReactNode
  children: ReactNode
  icon: 'key' | 'person'
  /** As in `mountApproval`. */
  onHeight?: ((height: number) => void) | undefined
  /** Origin of the site, attested by the browser in the handshake. */
  origin: string
  title: string
}) {
  useStyles(cardCss)
  useStyles(bodyCss)
  useStyles(css)
  const card = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useHeight(card, onHeight)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="approval-card" ref={card}>
      <SiteHeader origin={origin} />
      <div className="approval-middle">
        <div className="approval-scroll">
          <div className="approval-body unlock-body">
            <span className="unlock-mark">
              <CardIcon name={icon} />
            </span>
            <h1 ref={heading} className="approval-title" tabIndex={-1}>
              {title}
            </h1>
            {children}
          </div>
        </div>
      </div>
      <footer className="unlock-footer">{buttons}</footer>
    </div>
  )
}
