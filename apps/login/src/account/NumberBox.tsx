import { useStyles } from '@foyer/ui/primitives'
import css from './NumberBox.css?inline'
import { words } from './words.ts'

/** Shows the login's number; a user who opens the link on another device has to type its last digits there. */
export function NumberBox({ number }: { number: string }) {
  useStyles(css)
  return (
    <dl className="number">
      <dt>{words.device.number}</dt>
      <dd className="number-digits">
        {number.slice(0, 4)}
        <span className="number-end">{number.slice(4)}</span>
      </dd>
      <dd className="number-text">{words.device.numberText}</dd>
    </dl>
  )
}
