import type { Store } from '@foyer/core'
import { createStore } from '@foyer/core/internal'
import type { Namespace } from '@foyer/protocol'

/** @source spec 3.12 */
export type ModalState = {
  readonly open: boolean
  /** From opening until the first view. */
  readonly loading: boolean
  readonly loadingByNamespace: Partial<Readonly<Record<Namespace, boolean>>>
  /** True during the shake of a refused action. */
  readonly shake: boolean
  /** The namespace that it was opened for; undefined: the active one. */
  readonly namespace: Namespace | undefined
  /** True: shown by z-index instead of the top layer. */
  readonly zIndexMode: boolean
}

/** Duration of a shake, ms. @source spec 4.16 */
export const shakeMs = 500

export type ModalStore = Store<ModalState> & {
  setOpen(namespace: Namespace | undefined): void
  setClosed(): void
  setLoading(loading: boolean): void
  setZIndexMode(on: boolean): void
  /** Shakes for {@link shakeMs}; a call during a shake restarts it. */
  shake(): void
}

export function createModalStore({
  zIndexMode = false,
}: {
  zIndexMode?: boolean | undefined
} = {}): ModalStore {
  const store = createStore<ModalState>({
    open: false,
    loading: false,
    loadingByNamespace: {},
    shake: false,
    namespace: undefined,
    zIndexMode,
  })
  let shaking: ReturnType<typeof setTimeout> | undefined
  const setLoading = (loading: boolean) =>
    store.set((state) => ({
      ...state,
      loading,
      loadingByNamespace: state.namespace
        ? { ...state.loadingByNamespace, [state.namespace]: loading }
        : state.loadingByNamespace,
    }))
  return {
    ...store,
    setLoading,
    setZIndexMode: (zIndexMode) => store.set((state) => ({ ...state, zIndexMode })),
    setOpen(namespace) {
      store.set((state) => ({ ...state, open: true, namespace }))
      setLoading(true)
    },
    setClosed() {
      store.set((state) => ({
        ...state,
        open: false,
        loading: false,
        loadingByNamespace: {},
        namespace: undefined,
      }))
    },
    shake() {
      clearTimeout(shaking)
      store.set((state) => ({ ...state, shake: true }))
      shaking = setTimeout(() => store.set((state) => ({ ...state, shake: false })), shakeMs)
    },
  }
}
