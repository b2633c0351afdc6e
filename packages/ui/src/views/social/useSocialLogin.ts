import type { Social } from '@foyer/core'
import type { FoyerError } from '@foyer/protocol'
import type { SocialFailure } from '@foyer/protocol/login'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'
import type { ConnectingSocialData } from '../../view.ts'
import { connectLogin, requireAuth } from '../email/connectLogin.ts'
import { linkOfferOf } from './linkOffer.ts'
import { openSocialWindow } from './openSocialWindow.ts'
import type { SocialWindow } from './socialWindow.ts'
import { waitForResult } from './waitForResult.ts'

export type SocialStep =
  | { readonly is: 'opening' | 'waiting' | 'leaving' | 'finishing' }
  | { readonly is: 'blocked' | 'webview' | 'closed' | 'no-token' | SocialFailure }
  /** The address belongs to an account with another login. */
  | { readonly is: 'exists'; readonly by: string; readonly email: string }

/** The beginning of a login: by a window, by the result with which this page came back, or by the site's own login. */
type Given = SocialWindow | { uri: string } | 'custom'

export type SocialLogin = {
  readonly step: SocialStep
  /** A failure of the login site or the network. */
  readonly error: FoyerError | null
  /** Opens another window. Call it in the click. */
  readonly retry: () => void
  /** Leaves this page for the login, and comes back. */
  readonly leave: () => void
}

/** Runs a login at a provider: in the window that the click opened, or after this page has come back. @source spec 7.4, 7.5 */
export function useSocialLogin({
  isCustom,
  opened,
  provider,
  uri,
}: ConnectingSocialData): SocialLogin {
  const ui = useUi()
  const { modal, router } = ui
  const [step, setStep] = useState<SocialStep>({ is: 'opening' })
  const finish = async (given: { uri: string } | 'custom', signal: AbortSignal) => {
    setStep({ is: 'finishing' })
    const { login } = requireAuth(ui)
    const reply =
      given === 'custom'
        ? await login.connectCustom({ signal })
        : await login.connectSocial({ uri: given.uri, signal })
    if (signal.aborted) return
    const { action, by = '', number, reason = 'refused' } = reply
    const email = reply.email ?? ''
    if (action === 'FAILED') return fail(reason)
    if (action === 'EXISTS') {
      linkOfferOf(ui).set(provider)
      return setStep({ is: 'exists', by, email })
    }
    if (action === 'VERIFY_DEVICE')
      return router.replace('EmailVerifyDevice', {
        ...{ email, number, sentAt: Date.now(), isWhole: true },
      })
    await connectLogin(ui, signal)
  }
  const fail = (is: SocialFailure | 'closed' | 'no-token') => {
    setStep({ is })
    if (is === 'cancelled' || is === 'closed') modal.store.shake()
  }
  const goBy = async (target: SocialWindow, provider: Social, signal: AbortSignal) => {
    if (target === 'blocked' || target === 'webview') return setStep({ is: target })
    const { login, loginUrl } = requireAuth(ui)
    // Farcaster has a view of its own.
    const name = provider as Exclude<Social, 'farcaster'>
    if (target === 'leave') {
      setStep({ is: 'leaving' })
      const returnTo = window.location.href
      const uri = await login.getSocialRedirectUri({ provider: name, returnTo, signal })
      if (!signal.aborted) window.location.assign(uri)
      return
    }
    try {
      setStep({ is: 'opening' })
      const uri = await login.getSocialRedirectUri({ provider: name, signal })
      target.goTo(uri)
      setStep({ is: 'waiting' })
      const { origin } = new URL(loginUrl)
      const result = await waitForResult(target, { origin, signal })
      await finish({ uri: result }, signal)
    } catch (error) {
      target.close()
      if ((error as FoyerError).code !== 'user-rejected') throw error
      fail('closed')
    }
  }
  const { error, mutate } = useMutation(async (given: Given, signal: AbortSignal) => {
    if (given === 'custom' || (typeof given === 'object' && 'uri' in given))
      return finish(given, signal)
    if (provider) await goBy(given, provider, signal)
  })
  const first = useRef<Given | undefined>(isCustom ? 'custom' : uri ? { uri } : opened)
  useEffect(() => {
    const begun = first.current
    first.current = undefined
    if (begun !== undefined) mutate(begun)
  }, [mutate])
  const retry = useCallback(() => {
    if (isCustom) mutate('custom')
    else if (provider) mutate(openSocialWindow(ui, provider))
  }, [isCustom, mutate, provider, ui])
  const leave = useCallback(() => mutate('leave'), [mutate])
  return { step, error, retry, leave }
}
