import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

const names = ['Bench Wallet', 'Other Wallet', 'Third Wallet', 'Fourth Wallet']

/** The least that a React page can do: a native dialog with a list of buttons. */
function Floor() {
  const [open, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])
  return (
    <>
      <button type="button" id="open" onClick={() => setOpen(true)}>
        Connect
      </button>
      <dialog ref={dialog} aria-label="Connect">
        {open ? (
          <ul>
            {names.map((name) => (
              <li key={name}>
                <button type="button">{name}</button>
              </li>
            ))}
          </ul>
        ) : null}
      </dialog>
    </>
  )
}

createRoot(document.body.appendChild(document.createElement('main'))).render(<Floor />)
