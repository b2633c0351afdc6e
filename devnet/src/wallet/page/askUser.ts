import * as v from 'valibot'
import type { WalletConfig } from '../config.ts'
import { type ApprovalRequest, fromApproval, type ToApproval } from '../messages.ts'
import { type ApprovalSurface, openApprovalDialog, openApprovalWindow } from './approvalSurface.ts'
import { rejected, rpcError } from './rpcError.ts'
import type { SiteStore } from './siteState.ts'

/**
 * Shows one request to the user and returns the answer. For a promise the window opens at once, since a browser allows that
 * only in the click, and shows the request once it resolves; if it rejects, the window closes.
 */
export type AskUser = (request: ApprovalRequest | Promise<ApprovalRequest>) => Promise<unknown>

/** Timeout for the first message of the wallet's page, ms. */
const readyLimitMs = 15_000

/**
 * Creates the function that asks the user. Requests that arrive while one is shown wait for it.
 *
 * @throws (the created function) 4001 if the user rejects or closes, or the error code of the wallet's page.
 */
export function createAskUser(config: WalletConfig, store: SiteStore): AskUser {
  let last: Promise<unknown> = Promise.resolve()
  return (request) => {
    const coming = Promise.resolve(request)
    // The request may still wait for its turn.
    coming.catch(() => {})
    const answer = last.then(() => ask(config, store, coming))
    last = answer.catch(() => undefined)
    return answer
  }
}

function ask(
  config: WalletConfig,
  store: SiteStore,
  coming: Promise<ApprovalRequest>,
): Promise<unknown> {
  const { walletOrigin, name: walletName, icon: walletIcon } = config
  const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`
  return new Promise((resolve, reject) => {
    let surface: ApprovalSurface | undefined
    const end = (settle: () => void) => {
      clearTimeout(timer)
      window.removeEventListener('message', onMessage)
      window.removeEventListener('pagehide', onPageHide)
      surface?.close()
      settle()
    }
    const onClosed = () => end(() => reject(rejected()))
    const onPageHide = () => end(() => reject(rejected()))
    const timer = setTimeout(
      () => end(() => reject(rpcError(-32603, `The wallet's page ${walletOrigin} did not open.`))),
      readyLimitMs,
    )
    const questionOf = (request: ApprovalRequest): ToApproval => ({
      type: 'foyer-devwallet:request',
      id,
      walletName,
      walletIcon,
      locked: store.read().locked,
      chain: store.chains().length > 0 ? store.chain() : undefined,
      request,
    })
    const onMessage = (event: MessageEvent) => {
      const from = surface?.window()
      if (!from || event.source !== from || event.origin !== walletOrigin) return
      const parsed = v.safeParse(fromApproval, event.data)
      if (!parsed.success) return
      const message = parsed.output
      if (message.type === 'foyer-devwallet:ready') {
        clearTimeout(timer)
        coming.then(
          (request) => from.postMessage(questionOf(request), walletOrigin),
          (error: Error) => end(() => reject(error)),
        )
        return
      }
      if (message.id !== id) return
      if (message.type === 'foyer-devwallet:unlocked') store.update({ locked: false })
      if (message.type === 'foyer-devwallet:approved') end(() => resolve(message.result))
      if (message.type === 'foyer-devwallet:refused') {
        end(() => reject(rpcError(message.code, message.message)))
      }
    }
    window.addEventListener('message', onMessage)
    window.addEventListener('pagehide', onPageHide)
    const url = `${walletOrigin}/approve?site=${encodeURIComponent(window.location.origin)}`
    surface =
      (config.surface === 'window' ? openApprovalWindow(url, onClosed) : undefined) ??
      openApprovalDialog(url, onClosed)
  })
}
