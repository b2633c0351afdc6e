import { discover, type Foyer, prefetchWallets, start, watch } from '@foyer/core'
import { track } from '@foyer/core/internal'
import type { Namespace } from '@foyer/protocol'
import { defineElements } from './elements/defineElements.ts'
import { provideModal } from './elements/provideModal.ts'
import { firstView } from './firstView.ts'
import { createLanguage, pageLocale } from './i18n/language.ts'
import { isConnected } from './isConnected.ts'
import type { FoyerModalElement, Modal, ModalOptions } from './modal.ts'
import { createModalStore, type ModalStore } from './modalStore.ts'
import { savesData, whenIdle } from './prefetch.ts'
import { createRouter } from './router.ts'
import type { MountedShell } from './shell/mountShell.tsx'
import { createTheme } from './theme.ts'

/**
 * Creates the modal of an instance, starts the instance, and defines Foyer's elements. The modal's own code is a
 * separate chunk, loaded as the option `prefetch` says.
 *
 * @example
 * ```ts
 * const modal = createModal(foyer)
 * await modal.open()
 * ```
 */
export function createModal(foyer: Foyer, options: createModal.Options = {}): Modal {
  const { disableAppend, embedded, prefetch = 'idle' } = options
  const store = createModalStore({ zIndexMode: options.zIndexMode })
  const router = createRouter({
    first: { view: firstView(foyer), data: undefined },
    onExit: () => modal.close(),
  })
  let namespace: Namespace | undefined
  let element: FoyerModalElement
  let shell: MountedShell | undefined
  let mounting: Promise<MountedShell> | undefined

  const mount = async (): Promise<MountedShell> => {
    const { features, privacyPolicyUrl, termsConditionsUrl } = foyer.options
    const hasTerms = features.legalCheckbox || termsConditionsUrl || privacyPolicyUrl
    mounting ??= Promise.all([
      import('./shell/mountShell.tsx'),
      hasTerms ? import('./views/connect/Legal.tsx') : undefined,
    ]).then(([{ mountShell }, terms]) => {
      const root = element.shadowRoot as ShadowRoot
      shell = mountShell({ modal, root, terms })
      // Unless it was opened at a view in the meantime.
      if (embedded && !store.get().open) shell.begin()
      return shell
    })
    // A later call retries.
    mounting.catch(() => {
      mounting = undefined
    })
    return mounting
  }
  const unmount = () => {
    const mounted = mounting
    mounting = undefined
    shell = undefined
    // React must not unmount a root during rendering, which is when an element may be removed.
    mounted?.then(({ unmount }) => queueMicrotask(unmount)).catch(() => {})
  }

  const modal: Modal = {
    foyer,
    options,
    store,
    router,
    theme: createTheme({
      mode: foyer.options.themeMode,
      variables: foyer.options.themeVariables,
    }),
    language: createLanguage({
      locale: options.locale ?? pageLocale(),
      messages: options.messages,
    }),
    get element() {
      return element
    },
    async open(view, ...data) {
      if (!element.isConnected)
        throw new Error('<foyer-modal> is not on the page: place modal.element.')
      const before = shell
      if (!store.get().open) {
        store.setOpen(namespace)
        const connected = isConnected(foyer)
        track(foyer, { event: 'MODAL_OPEN', properties: { connected } })
      }
      router.reset(view ?? firstView(foyer), data[0] as never)
      if (!view) before?.begin()
      void discover(foyer)
      void prefetchWallets(foyer)
      try {
        const mounted = await mount()
        if (!view && mounted !== before) mounted.begin()
        await shown(store)
      } catch (error) {
        foyer.log('error', 'the modal could not be loaded', error)
        store.setClosed()
        throw error
      }
    },
    canClose: () => shell?.isClosable(router.read().view) ?? true,
    close({ force } = {}) {
      if (!force && !modal.canClose()) return store.shake()
      if (!store.get().open && !embedded) return
      const connected = isConnected(foyer)
      store.setClosed()
      track(foyer, { event: 'MODAL_CLOSE', properties: { connected } })
      shell?.end()
    },
    setNamespace(next) {
      namespace = next
    },
    setThemeMode: (mode) => modal.theme.store.set((state) => ({ ...state, mode })),
    setThemeVariables: (variables) => modal.theme.store.set((state) => ({ ...state, variables })),
    setLocale: (locale, messages) => modal.language.setLocale(locale, messages),
    setZIndexMode: (on) => store.setZIndexMode(on),
    async prefetch(view) {
      try {
        void discover(foyer)
        void prefetchWallets(foyer)
        const mounted = await mount()
        if (view) await mounted.loadView(view)
      } catch (error) {
        // A failed prefetch is retried on the click, which reports the error.
        foyer.log('debug', 'not fetched ahead', error)
      }
    },
    attach(next) {
      if (element !== next && element.isConnected)
        return foyer.log('warn', 'a second <foyer-modal> stays empty')
      if (element !== next) unmount()
      element = next
      if (embedded || store.get().open) void modal.prefetch()
      else if (prefetch === 'idle' && !savesData()) stopIdle = whenIdle(() => void modal.prefetch())
    },
    detach(left) {
      if (left !== element) return
      stopIdle()
      store.setClosed()
      unmount()
    },
    destroy() {
      for (const stop of stops) stop()
      foyer.running.surfaces.delete(modal)
      element.remove()
      element.modal = undefined
      unmount()
    },
  }

  let stopIdle = () => {}
  defineElements()
  element = document.createElement('foyer-modal') as FoyerModalElement
  const ask = (unsupported?: unknown) =>
    void import('./shell/showRequest.ts')
      .then(({ showRequest }) => showRequest(modal, unsupported))
      .catch(() => {
        // The page works without this prompt.
      })
  foyer.running.surfaces.add(modal)
  const stops = [
    // [4.24] Asks to switch from a network that the site does not offer.
    foyer.events.on('network:unsupported', ask),
    // [4.18] [4.19] Shows previews and sign-ins, and approvals and refusals of an embedded wallet.
    watch(
      foyer.store,
      (state) => state.previews || state.approvals?.length || state.refused || state.signIn,
      (asked) => asked && ask(),
    ),
    // An element that is already in the page comes first.
    provideModal(modal, options.name),
  ]
  element.modal ??= modal
  if (!disableAppend && !embedded && !element.isConnected) document.body.append(element)
  start(foyer)
  return modal
}

/** Resolves when the first view is shown, or the modal was closed again. */
function shown({ get, subscribe }: ModalStore): Promise<void> {
  return new Promise((resolve) => {
    if (!get().loading) return resolve()
    const stop = subscribe(({ loading }) => {
      if (loading) return
      stop()
      resolve()
    })
  })
}

export declare namespace createModal {
  type Options = ModalOptions
}
