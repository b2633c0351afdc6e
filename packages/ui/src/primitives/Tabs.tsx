import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './Tabs.css?inline'

export type TabsProps<id extends string> = {
  /** Names the group, for screen readers. */
  label: string
  tabs: readonly { readonly id: id; readonly label: string }[]
  selected: id
  onSelect: (id: id) => void
  /** The panel of the selected tab. */
  children: ReactNode
}

/** Tabs over a panel: arrow keys select, Tab moves to the panel. */
export function Tabs<id extends string>({
  children,
  label,
  onSelect,
  selected,
  tabs,
}: TabsProps<id>) {
  useStyles(css)
  const prefix = useId()
  const list = useRef<HTMLDivElement>(null)
  const select = (index: number) => {
    const tab = tabs[(index + tabs.length) % tabs.length]
    if (!tab) return
    onSelect(tab.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ id }) => id === selected)
    const rtl = list.current?.matches(':dir(rtl)')
    const step = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }[event.key]
    if (step !== undefined) select(index + step)
    else if (event.key === 'Home') select(0)
    else if (event.key === 'End') select(tabs.length - 1)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${prefix}${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === selected}
            aria-controls={`${prefix}panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${prefix}panel`} role="tabpanel" aria-labelledby={`${prefix}${selected}`}>
        {children}
      </div>
    </>
  )
}
