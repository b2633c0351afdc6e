import { useLanguage, useUi } from '../context.ts'
import { useStyles } from '../useStyles.ts'
import { Card } from './Card.tsx'
import { Dialog } from './Dialog.tsx'
import css from './Shell.css?inline'

/** The whole modal: a dialog over the page, or an embedded card. */
export function Shell() {
  useStyles(css)
  const { options } = useUi().modal
  const { direction, locale } = useLanguage()
  return (
    <div className="foyer" dir={direction} lang={locale}>
      {options.embedded ? <Card /> : <Dialog />}
    </div>
  )
}
