import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

type Baseline = { button: string; draw: () => ReactNode }

function BaselineDialog({ button, draw }: Baseline) {
  const [open, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])
  return (
    <>
      <button type="button" id="open" onClick={() => setOpen(true)}>
        {button}
      </button>
      <dialog ref={dialog} aria-label={button}>
        {open ? draw() : null}
      </dialog>
    </>
  )
}

/** Renders a minimal React page: a button that opens a native dialog. */
export function renderBaseline(baseline: Baseline): void {
  createRoot(document.body.appendChild(document.createElement('main'))).render(
    <BaselineDialog {...baseline} />,
  )
}
