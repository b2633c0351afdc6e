import type { Store } from '@foyer/core'
import { createStore } from '@foyer/core/internal'
import type { ViewData, ViewName } from './view.ts'

/** A view with its data. */
export type Screen = { [name in ViewName]: { view: name; data: ViewData[name] } }[ViewName]
export type RouterState = {
  /** Oldest first; the last one is shown. Never empty. */
  readonly stack: readonly Screen[]
  readonly direction: 'forward' | 'back'
}

/**
 * The view stack. Pure: it contains names and data, no components, so that its tests need no DOM.
 *
 * @source spec 2.16, 2.17
 */
export type Router = {
  readonly store: Store<RouterState>
  /** The view on top. */
  read(): Screen
  /** Does nothing if that view is on top already. */
  push<name extends ViewName>(view: name, ...data: DataOf<name>): void
  /** Removes every other view. Does nothing if that view is the only one and has no data. */
  reset<name extends ViewName>(view: name, ...data: DataOf<name>): void
  /** Replaces the top view. */
  replace<name extends ViewName>(view: name, ...data: DataOf<name>): void
  /** Exits if {@link Router.canGoBack} returns false. */
  back(): void
  /** Goes back to the view at `index` of the stack. Does nothing if it is not below the top. */
  backTo(index: number): void
  /** True if {@link Router.back} shows another view instead of exiting. */
  canGoBack(): boolean
}

/** The data argument of a view; optional if the view needs none. */
export type DataOf<name extends ViewName> = undefined extends ViewData[name]
  ? [data?: ViewData[name]]
  : [data: ViewData[name]]

/** @param onExit - Called on going back from the first view. */
export function createRouter({ first, onExit }: { first: Screen; onExit: () => void }): Router {
  const store = createStore<RouterState>({ stack: [first], direction: 'forward' })
  const forward = (stack: readonly Screen[]) => store.set({ stack, direction: 'forward' })
  const screenOf = (view: ViewName, data: unknown) => ({ view, data }) as Screen
  const read = () => store.get().stack.at(-1) as Screen
  const canGoBack = () => {
    const { stack } = store.get()
    return stack.length > 1 && !stack.some(({ view }) => view === 'UnsupportedChain')
  }
  return {
    store,
    read,
    canGoBack,
    push(view, data?) {
      if (read().view !== view) forward([...store.get().stack, screenOf(view, data)])
    },
    reset(view, data?) {
      const { stack } = store.get()
      // Usually this view is rendered already: rendering it again would delay the first click.
      const [only] = stack
      if (stack.length === 1 && only?.view === view && only.data === data && data === undefined)
        return
      forward([screenOf(view, data)])
    },
    replace: (view, data?) => forward([...store.get().stack.slice(0, -1), screenOf(view, data)]),
    back() {
      if (!canGoBack()) return onExit()
      store.set(({ stack }) => ({ stack: stack.slice(0, -1), direction: 'back' }))
    },
    backTo(index) {
      const { stack } = store.get()
      if (index < 0 || index >= stack.length - 1) return
      store.set({ stack: stack.slice(0, index + 1), direction: 'back' })
    },
  }
}
