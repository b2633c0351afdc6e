import type { Store } from '@foyer/core'
import { createStore } from '@foyer/core/internal'
import type { ComponentType } from 'react'
import type { Messages } from '../i18n/en.ts'
import { enFirst } from '../i18n/enFirst.ts'
import type { View, ViewName } from '../view.ts'

/** A component of any view; the router pairs it with its data. */
type ViewComponent = ComponentType<{ data: unknown }>

export type LoadedView =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'loaded'; readonly Component: ViewComponent }

type Views = { readonly [name in ViewName]: Pick<View<name>, 'load' | 'Component'> }
type Loaded = Partial<Readonly<Record<ViewName, LoadedView>>>

/** Code and texts of views: a loaded view renders at once, a failed one can be retried. */
export type ViewLoader = {
  readonly store: Store<Loaded>
  /** Loads a view unless it is loaded or loading. Never rejects. */
  load(view: ViewName): Promise<void>
  /** Loaded English messages: all of them once a view was loaded. */
  readEnglish(): Partial<Messages>
}

/**
 * Creates the loader of a modal's views.
 *
 * @param parameters.views - The list of views.
 * @param parameters.words - English texts in addition to those of the first click.
 */
export function createViewLoader({
  views,
  words,
}: {
  views: Views
  words?: Partial<Messages> | undefined
}): ViewLoader {
  const store = createStore<Loaded>({})
  let english: Partial<Messages> = { ...enFirst, ...words }
  const set = (view: ViewName, loaded: LoadedView) =>
    store.set((all) => ({ ...all, [view]: loaded }))
  for (const [view, { Component }] of Object.entries(views))
    if (Component)
      set(view as ViewName, { status: 'loaded', Component: Component as ViewComponent })
  return {
    store,
    readEnglish: () => english,
    async load(view) {
      const known = store.get()[view]
      if (known && known.status !== 'failed') return
      set(view, { status: 'loading' })
      try {
        const [Component, words] = await Promise.all([
          views[view].load?.() as Promise<ViewComponent>,
          import('../i18n/en.ts'),
        ])
        english = words.en
        set(view, { status: 'loaded', Component })
      } catch {
        // Shown instead of the view, with a retry button.
        set(view, { status: 'failed' })
      }
    },
  }
}
