import { useContext, useState } from 'react'
import { fillMessage } from '../i18n/fillMessage.ts'
import { Badge } from '../primitives/Badge.tsx'
import { useStyles } from '../useStyles.ts'
import css from './Address.css?inline'
import { AddressNotes } from './addressNotes.ts'
import { shorten } from './showAmount.ts'
import { useDescriptionWords } from './useDescriptionWords.ts'

/** Shows a shortened address, and the full one on demand. */
export function Address({ address, own = false }: { address: string; own?: boolean }) {
  useStyles(css)
  const { words } = useDescriptionWords()
  const note = useContext(AddressNotes).get(address.toLowerCase())
  const [whole, setWhole] = useState(false)
  const short = shorten(address, 8, 6)
  if (short === address) return <span className="approval-address">{address}</span>
  return (
    <span className="approval-address" data-whole={whole} dir="ltr">
      <button
        type="button"
        aria-expanded={whole}
        aria-label={whole ? address : fillMessage(words.showWhole, { what: short })}
        title={address}
        onClick={() => setWhole(!whole)}
      >
        {whole ? address : short}
      </button>
      {own ? <Badge>{words.own}</Badge> : null}
      {note?.name === undefined ? null : <span dir="auto">{note.name}</span>}
      {note?.mark ? <Badge tone={note.mark.tone}>{note.mark.text}</Badge> : null}
    </span>
  )
}
