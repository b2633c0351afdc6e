import { findAuthConnector } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import type { FrameLogin } from '@foyer/protocol/frame'
import type { Ui } from '../../context.ts'
import type { Screen } from '../../router.ts'
import { begin } from '../../shell/openingScreen.ts'
import { loginStateOf, noLoginState } from './loginState.ts'

type Reply = Awaited<ReturnType<FrameLogin['connectEmail']>>

/** Returns the next view of a login after its mail; undefined: already complete. @source spec 4.5 */
export function screenAfter(
  { action, number }: Reply,
  email: string,
): Extract<Screen, { view: 'EmailVerifyDevice' | 'EmailVerifyOtp' }> | undefined {
  if (action === 'CONNECT') return undefined
  const view = action === 'VERIFY_OTP' ? 'EmailVerifyOtp' : 'EmailVerifyDevice'
  return { view, data: { email, number, sentAt: Date.now() } }
}

/** Returns the site's login connector. @throws FoyerError `connector-not-found` */
export function requireAuth({ foyer }: Pick<Ui, 'foyer'>) {
  const connector = findAuthConnector(foyer)
  if (connector) return connector
  throw new FoyerError('connector-not-found', { details: 'The site offers no login by e-mail.' })
}

/**
 * Connects the wallet after a successful login, and shows the account.
 *
 * @throws FoyerError as `connect` of the core
 */
export async function connectLogin(
  ui: Pick<Ui, 'foyer' | 'modal' | 'router'>,
  signal?: AbortSignal,
): Promise<void> {
  const { foyer, modal, router } = ui
  const connector = requireAuth(ui)
  const requested = modal.store.get().namespace
  const from = router.read()
  const { askWallet } = await import('../connect/askWallet.ts')
  await askWallet(foyer, {
    connector,
    namespace: requested && connector.namespaces.includes(requested) ? requested : undefined,
    signal,
  })
  loginStateOf(ui).set(noLoginState)
  // Usually the modal is there already: it follows the connection.
  if (router.read() === from) begin(modal)
}
