import type { ShownText } from '@foyer/decode'
import { fillMessage } from '../i18n/fillMessage.ts'
import { useStyles } from '../useStyles.ts'
import css from './MessageText.css?inline'
import { useDescriptionWords } from './useDescriptionWords.ts'

/** Shows the whole text to be signed; the user has to scroll to its end before approving. */
export function MessageText({ bytes, form, text }: ShownText) {
  useStyles(css)
  const { locale, words } = useDescriptionWords()
  return (
    <section className="approval-message" data-form={form}>
      <h2>
        {form === 'hex' ? words.hex : words.text}
        <span>
          {fillMessage(words.bytes, { count: new Intl.NumberFormat(locale).format(bytes) })}
        </span>
      </h2>
      <p dir={form === 'hex' ? 'ltr' : 'auto'}>{text}</p>
    </section>
  )
}
