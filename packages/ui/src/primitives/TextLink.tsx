import type { ReactNode } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './TextLink.css?inline'

type Props = { children: ReactNode } & ({ href: string } | { onClick: () => void })

/** A link in a sentence, opened in a new tab; or a button that looks like one. */
export function TextLink({ children, ...props }: Props) {
  useStyles(css)
  if ('href' in props)
    return (
      <a className="text-link" href={props.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    )
  return (
    <button type="button" className="text-link" data-button="" onClick={props.onClick}>
      {children}
    </button>
  )
}
