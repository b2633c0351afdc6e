import { Logo } from '../../primitives/Logo.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './FamilyHead.css?inline'

/** Explains the list below: an image and a sentence. */
export function FamilyHead({
  name,
  src,
  text,
  title,
}: {
  /** Of the picture. */
  name: string
  src: string | undefined
  text?: string | undefined
  title: string
}) {
  useStyles(css)
  return (
    <div className="family-head">
      <Logo name={name} src={src} size={48} eager />
      <p className="family-title">{title}</p>
      {text === undefined ? null : <p className="family-text">{text}</p>}
    </div>
  )
}
