import { Icon, IconButton, useStyles } from '@foyer/ui/primitives'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Heading } from './Heading.tsx'
import css from './Sheet.css?inline'
import { words } from './words.ts'

export type SheetProps = {
  title: string
  onClose: () => void
  /** Prevents closing while an action is running. @default false */
  busy?: boolean
  /** Opens above another open sheet, which is hidden meanwhile. @default false */
  over?: boolean
  children: ReactNode
}

/** A modal dialog; on a narrow screen a sheet from the bottom. */
export function Sheet({ busy = false, children, onClose, over = false, title }: SheetProps) {
  useStyles(css)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect, which runs before the content's effects: `showModal` moves the focus, and the content may move it on.
  useLayoutEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    if (!shown?.open) shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="sheet"
      data-over={over}
      aria-labelledby={id}
      onCancel={(event) => {
        // Ignores events of a dialog on top of this one.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!busy) onClose()
      }}
    >
      <div className="sheet-head">
        <Heading key={title} id={id} level={2}>
          {title}
        </Heading>
        <IconButton
          label={words.close}
          icon={<Icon name="close" />}
          disabled={busy}
          onClick={onClose}
        />
      </div>
      <div className="sheet-body">{children}</div>
    </dialog>
  )
}
