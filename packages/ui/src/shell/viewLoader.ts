import type { Store } from '@foyer/core'
import { createStore } from '@foyer/core/internal'
import type { ComponentType } from 'react'
import type { Messages } from '../i18n/en.ts'
import { enFirst } from '../i18n/enFirst.ts'
import type { View, ViewName } from '../view.ts'

/** Any view's component; the router keeps its data and its name together. */
type ViewComponent = ComponentType<{ data: unknown }>

export type LoadedView =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'loaded'; readonly Component: ViewComponent }

type Views = { readonly [name in ViewName]: Pick<View<name>, 'load' | 'Component'> }
type Loaded = Partial<Readonly<Record<ViewName, LoadedView>>>

/** The code and words of views: a loaded view renders at once, one that failed can be asked for again. */
export type ViewLoader = {
  readonly store: Store<Loaded>
  /** Starts fetching a view, unless it is here or on its way. Never rejects. */
  load(view: ViewName): Promise<void>
  /** Every message that is here in English: all of them once a view was loaded. */
  readEnglish(): Partial<Messages>
}

/**
 * @param parameters.views - The list of views.
 * @param parameters.words - English besides that of the first click.
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
        // Shown in the view's place, with a retry.
        set(view, { status: 'failed' })
      }
    },
  }
}
