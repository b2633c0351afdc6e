import { Logo } from '../../primitives/Logo.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './NamespaceHead.css?inline'

/** Explains the list below: an image and a sentence. */
export function NamespaceHead({
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
    <div className="namespace-head">
      <Logo name={name} src={src} size={48} eager />
      <p className="namespace-title">{title}</p>
      {text === undefined ? null : <p className="namespace-text">{text}</p>}
    </div>
  )
}
