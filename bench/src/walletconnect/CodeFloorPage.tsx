import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { encode } from 'uqr'

const uri = `wc:${'3fa1c09b7e52d846'.repeat(4)}@2?relay-protocol=irn&symKey=${'b04d9e63f8172ac5'.repeat(4)}&expiryTimestamp=1790000000`

/** The least that a React page can do: a native dialog with the code of a URI that is there. */
function Floor() {
  const [open, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        WalletConnect
      </button>
      <dialog ref={dialog} aria-label="Code">
        {open ? <Code /> : null}
      </dialog>
    </>
  )
}

function Code() {
  const { data, size } = encode(uri)
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="280" height="280" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

createRoot(document.body.appendChild(document.createElement('main'))).render(<Floor />)
