import { type FoyerState, readMetadata, watch } from '@foyer/core'
import type { AuthConnector } from '@foyer/core/internal'
import type { ErrorCode, FoyerError } from '@foyer/protocol'
import type { Ui } from '../context.ts'
import type { MessageKey } from '../i18n/en.ts'
import { isConnected } from '../isConnected.ts'
import { transactionStackOf } from '../transactionStack.ts'
import { loginStateOf, noLoginState } from '../views/email/loginState.ts'
import { isShownElsewhere, surfaceOf } from './surface.ts'

/** Delay before the modal shows that a method is not supported, ms. @source spec 4.18 */
export const refusedAfterMs = 300

/**
 * Synchronizes the modal with an embedded wallet: its requests, its session, and the theme.
 *
 * @returns A stop function.
 */
export function followAuth(ui: Ui, connector: AuthConnector): () => void {
  const stops = [
    followApprovals(ui, connector),
    followRefusals(ui),
    followEnd(ui),
    followReturn(ui),
    followTheme(ui, connector),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const howMany = ({ approvals = [] }: FoyerState) => approvals.length

/** @source spec 4.12, 4.15, 4.20, 4.21 */
function followApprovals(ui: Ui, { abortRequests }: AuthConnector): () => void {
  const { foyer, modal, router } = ui
  const isShown = () => router.read().view === 'ApproveTransaction'
  const transactions = transactionStackOf(modal)
  const leave = () => {
    // Synchronous with the answer: its caller continues from the view below.
    if (isShown()) {
      if (router.canGoBack()) router.back()
      else modal.close({ force: true })
    }
    import('./refreshBalance.ts')
      .then(({ refreshBalance }) => refreshBalance(foyer))
      .catch((error) => foyer.log('info', 'the balance could not be read again', error))
  }
  let shown = isShown()
  const stops = [
    watch(foyer.store, howMany, (count) => count === 0 && leave()),
    router.store.subscribe(() => {
      const hasLeft = shown && !isShown()
      shown = isShown()
      // Another modal of the page may show it now.
      if (
        hasLeft &&
        howMany(foyer.store.get()) > 0 &&
        !isShownElsewhere(modal, 'ApproveTransaction')
      )
        abortRequests()
    }),
    watch(
      modal.store,
      ({ open }) => open,
      (open) => {
        if (open || transactions.size > 0 || howMany(foyer.store.get()) === 0) return
        if (!isShownElsewhere(modal, 'ApproveTransaction')) abortRequests()
      },
    ),
    foyer.events.on('approval:end', ({ error }) => error && reportError(ui, error)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Aborted by the user or the page, or by the end of the session, which the login view reports. */
const silent: readonly ErrorCode[] = [
  'not-connected',
  'provider-disconnected',
  'request-aborted',
  'unauthorized',
  'user-rejected',
]

/** Shows a notice for an error that the user did not cause. */
function reportError(ui: Ui, { code }: FoyerError): void {
  if (silent.includes(code) || surfaceOf(ui.foyer) !== ui.modal) return
  const words: Partial<Record<typeof code, MessageKey>> = {
    'limit-exceeded': 'approve.tooMany',
    'request-timed-out': 'approve.timedOut',
  }
  void showError(ui, words[code] ?? 'approve.failed')
}

async function showError({ foyer, modal, notices }: Ui, key: MessageKey): Promise<void> {
  try {
    const { en } = await import('../i18n/en.ts')
    const text = modal.language.store.get().messages[key] ?? en[key]
    notices.show({ tone: 'error', text })
  } catch (error) {
    foyer.log('error', key, error)
  }
}

/** @source spec 4.18, 6.3, 8.11 */
function followRefusals(ui: Ui): () => void {
  const { foyer } = ui
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (refused: FoyerError | undefined) => {
    if (!refused || surfaceOf(foyer) !== ui.modal) return
    // The same call again is a new refusal.
    foyer.store.set((state) => ({ ...state, refused: undefined }))
    clearTimeout(timer)
    timer = setTimeout(() => void showError(ui, 'approve.notAllowed'), refusedAfterMs)
  }
  const stop = watch(foyer.store, ({ refused }) => refused, show)
  show(foyer.store.get().refused)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** An expired session leads back to the login, with its address. */
function followEnd(ui: Ui): () => void {
  const { foyer, modal } = ui
  const memory = loginStateOf(ui)
  const remember = (email: string | undefined) =>
    memory.set({ email, ended: true, waits: undefined })
  // From before the modal was created, for example after a reload.
  const readLost = () => foyer.store.get().lostLogin
  const lostBefore = readLost()
  if (lostBefore) remember(lostBefore.email)
  const stops = [
    watch(foyer.store, readLost, (lost) => {
      if (!lost) return
      remember(lost.email)
      const isOpen = () => modal.store.get().open
      const wasOpen = isOpen()
      // The end of the connection closes it: the active namespace is disconnected right after this.
      queueMicrotask(() => {
        if (wasOpen && !isOpen()) modal.open().catch(() => {})
      })
    }),
    watch(
      foyer.store,
      () => isConnected(foyer),
      (connected) => connected && memory.set(noLoginState),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Completes the login for which this page was left. @source spec 4.26 */
function followReturn({ foyer, modal }: Ui): () => void {
  const complete = (uri: string | undefined) => {
    if (uri === undefined || surfaceOf(foyer) !== modal) return
    // It is good for one try.
    foyer.store.set((state) => ({ ...state, socialUri: undefined }))
    modal.open('ConnectingSocial', { uri }).catch(() => {})
  }
  complete(foyer.store.get().socialUri)
  return watch(foyer.store, ({ socialUri }) => socialUri, complete)
}

/** @source spec 7.13, 7.14 */
function followTheme({ foyer, modal }: Ui, { sync }: AuthConnector): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const send = () => {
    const { mode, variables } = modal.theme.store.get()
    sync({
      theme: { themeMode: mode ?? (dark.matches ? 'dark' : 'light'), themeVariables: variables },
      metadata: readMetadata(foyer),
    })
  }
  send()
  const stop = modal.theme.store.subscribe(send)
  dark.addEventListener('change', send)
  return () => {
    stop()
    dark.removeEventListener('change', send)
  }
}
