import { useStyles } from '@foyer/ui/primitives'
import type { ReactNode } from 'react'
import css from './Card.css?inline'
import { Heading } from './Heading.tsx'
import { PageIcon, type PageIconName } from './PageIcon.tsx'

export type CardProps = {
  icon: PageIconName
  title: string
  text?: ReactNode
  children?: ReactNode
}

/** A card with a heading and one form. */
export function Card({ children, icon, text, title }: CardProps) {
  useStyles(css)
  return (
    <section className="ask">
      <span className="ask-icon">
        <PageIcon name={icon} />
      </span>
      <Heading>{title}</Heading>
      {text === undefined ? null : <p className="ask-text">{text}</p>}
      {children}
    </section>
  )
}
