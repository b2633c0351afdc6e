/** The result of a login at another site, with which the user returns to this page. */
export type Returned =
  | { result: string }
  /** From a site's own login. */
  | { token: string; txnId: string }
  | { failed: 'cancelled' | 'refused' }

const key = 'foyer-custom-login'

/** Remembers the login for which this tab leaves for a site's own login. */
export const rememberLeaving = (txnId: string): void => sessionStorage.setItem(key, txnId)

const restoringKey = 'foyer-restoring'

/**
 * Remembers for which of the account's logins this tab leaves, so that it can restore the wallet; undefined for any other purpose,
 * which forgets an earlier one that the user gave up.
 */
export function rememberRestoring(loginId: string | undefined): void {
  try {
    if (loginId === undefined) sessionStorage.removeItem(restoringKey)
    else sessionStorage.setItem(restoringKey, loginId)
  } catch {
    // Then the user chooses the login once more.
  }
}

/** Takes the login that {@link rememberRestoring} remembers. */
export const takeRestoring = (): string | undefined => take(restoringKey) ?? undefined

/**
 * Takes the end of a login at another site out of this page's address. A token counts only in the tab that left for it: a link to this
 * page with somebody else's token does nothing.
 */
export function takeReturn(): Returned | undefined {
  const own = takeToken()
  if (own) return own
  const uri = new URLSearchParams(location.search).get('result_uri')
  if (uri === null) return undefined
  history.replaceState(null, '', location.pathname)
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (url?.origin !== location.origin || url.pathname !== '/oauth/result') return undefined
  const result = url.searchParams.get('r')
  return result === null ? undefined : { result }
}

function takeToken(): Returned | undefined {
  const given = new URLSearchParams(location.hash.slice(1))
  const [token, error] = [given.get('token'), given.get('error')]
  if (token === null && error === null) return undefined
  history.replaceState(null, '', `${location.pathname}${location.search}`)
  const txnId = take(key)
  if (txnId === null) return undefined
  if (token !== null && /^[\w.-]{1,8192}$/.test(token)) return { token, txnId }
  return { failed: error === 'cancelled' ? 'cancelled' : 'refused' }
}

function take(name: string): string | null {
  try {
    const kept = sessionStorage.getItem(name)
    sessionStorage.removeItem(name)
    return kept
  } catch {
    // A browser that denies storage has left for nobody.
    return null
  }
}
