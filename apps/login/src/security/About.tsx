import { useStyles } from '@foyer/ui/primitives'
import { readPageCode } from '../account/readPageCode.ts'
import { words } from '../account/words.ts'
import css from './SecurityPage.css?inline'

/** Footer of the page: facts about the site and its code. */
export function About() {
  useStyles(css)
  const hash = readPageCode(document)
  return (
    <footer className="about">
      <p>{words.about.audit}</p>
      <p>{words.about.serve}</p>
      {hash === undefined ? null : (
        <p>
          {words.about.code}: <code>{hash}</code>. {words.about.codeText}
        </p>
      )}
    </footer>
  )
}
