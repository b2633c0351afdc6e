import type { ShownText } from '@foyer/decode'
import { useStyles } from '@foyer/ui/primitives'
import { fill, words } from '../words.ts'
import css from './MessageText.css?inline'

/** Shows the whole text to be signed; the user has to scroll to its end before approving. */
export function MessageText({ bytes, form, text }: ShownText) {
  useStyles(css)
  return (
    <section className="approval-message" data-form={form}>
      <h2>
        {form === 'hex' ? words.hex : words.text}
        <span>{fill(words.bytes, { count: new Intl.NumberFormat('en').format(bytes) })}</span>
      </h2>
      <p dir={form === 'hex' ? 'ltr' : 'auto'}>{text}</p>
    </section>
  )
}
