import { Badge, useStyles } from '@foyer/ui/primitives'
import { useState } from 'react'
import { fill, words } from '../words.ts'
import css from './Address.css?inline'
import { shorten } from './showAmount.ts'

/** Shows a shortened address, and the full one on demand. */
export function Address({ address, own = false }: { address: string; own?: boolean }) {
  useStyles(css)
  const [whole, setWhole] = useState(false)
  const short = shorten(address, 8, 6)
  if (short === address) return <span className="approval-address">{address}</span>
  return (
    <span className="approval-address" data-whole={whole} dir="ltr">
      <button
        type="button"
        aria-expanded={whole}
        aria-label={whole ? address : fill(words.showWhole, { what: short })}
        title={address}
        onClick={() => setWhole(!whole)}
      >
        {whole ? address : short}
      </button>
      {own ? <Badge>{words.own}</Badge> : null}
    </span>
  )
}
