import { useRef, useState } from 'react'
import { useMessage, useSlice, useUi } from '../context.ts'
import { Icon } from '../primitives/Icon.tsx'
import { IconButton } from '../primitives/IconButton.tsx'
import type { Screen } from '../router.ts'
import type { View } from '../view.ts'
import { views } from '../views.ts'
import { openingScreen } from './openingScreen.ts'

/** Back, title and close. The title cross-fades. */
export function Header({ screen }: { screen: Screen }) {
  const { modal, router, views: loader } = useUi()
  const message = useMessage()
  // Some titles load with their view.
  useSlice(loader.store, (all) => all[screen.view])
  const { closable = true, title, titleValues } = views[screen.view] as View
  const text = message(title, titleValues?.(screen.data))
  const [previous, forgetPrevious] = usePrevious(text)
  const first = !router.canGoBack()
  // An embedded card returns to its first view, where there is no close button.
  const atHome = modal.options.embedded && screen.view === openingScreen(modal).view
  return (
    <header className="header">
      {first ? (
        <span />
      ) : (
        <IconButton
          className="back"
          label={message('modal.back')}
          icon={<Icon name="back" />}
          onClick={() => router.back()}
        />
      )}
      <h1 id="foyer-title" className="title" tabIndex={-1}>
        <span key={text} className="title-in" title={text}>
          {text}
        </span>
        {previous === undefined ? null : (
          <span
            key={`${previous} `}
            className="title-out"
            aria-hidden="true"
            onAnimationEnd={forgetPrevious}
          >
            {previous}
          </span>
        )}
      </h1>
      {closable && !atHome ? (
        <IconButton
          label={message('modal.close')}
          icon={<Icon name="close" />}
          onClick={() => modal.close()}
        />
      ) : (
        <span />
      )}
    </header>
  )
}

/** Returns the previous value until `forget` is called. */
function usePrevious(value: string): [previous: string | undefined, forget: () => void] {
  const values = useRef<{ now: string; before?: string }>({ now: value })
  const [, render] = useState({})
  if (values.current.now !== value) values.current = { now: value, before: values.current.now }
  return [
    values.current.before,
    () => {
      values.current = { now: values.current.now }
      render({})
    },
  ]
}
