const [placeKey, resultKey] = ['foyer.login-place', 'foyer.login-result']

/** Keeps query and fragment of a page that is left for a social login: the login site knows the page without them. */
export const rememberPlace = (): void => void keep(placeKey, location.search + location.hash)

/**
 * Takes the result of a social login for which this page was left, and removes it from the address before anything else can
 * read it. Where the page was left with another query, it is loaded once more with that, and takes the result then.
 *
 * @returns The result's address on the login site; undefined if there is none, or another site's.
 * @source spec 4.26
 */
export function takeSocialResult(loginUrl: string): string | undefined {
  // On a server there is no address.
  const { hash, pathname, search } = globalThis.location ?? { search: '' }
  const start = `${loginUrl.replace(/\/+$/, '')}/oauth/result?`
  const [own, , text = ''] = /([?&])result_uri=([^&]*)/.exec(search) ?? []
  if (own === undefined) {
    const kept = pathname === undefined ? undefined : take(resultKey)
    return kept?.startsWith(start) ? kept : undefined
  }
  const uri = decode(text)
  if (!uri.startsWith(start)) return
  const rest = search.replace(own, '').replace(/^&/, '?')
  // Not the path alone: with two slashes it would be another site.
  const page = location.origin + pathname
  const place = take(placeKey) ?? rest + hash
  if (place.replace(/#.*/s, '') === rest || !keep(resultKey, uri)) {
    history.replaceState(history.state, '', page + place)
    return uri
  }
  history.replaceState(history.state, '', page + rest + hash)
  location.replace(page + place)
  return
}

/** @returns False in a browser that denies storage. */
function keep(key: string, text: string): boolean {
  try {
    sessionStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

function take(key: string): string | undefined {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return text ?? undefined
  } catch {
    return undefined
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
