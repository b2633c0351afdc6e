/**
 * Takes the result of a social login for which this page was left, and removes it from the address before anything else can
 * read it.
 *
 * @returns The result's address on the login site; undefined if there is none, or another site's.
 * @source ledger 4.26
 */
export function takeSocialResult(loginUrl: string): string | undefined {
  // On a server there is no address.
  const { hash, pathname, search } = globalThis.location ?? { search: '' }
  const [own, , text = ''] = /([?&])result_uri=([^&]*)/.exec(search) ?? []
  if (own === undefined) return
  const uri = decode(text)
  if (!uri.startsWith(`${loginUrl.replace(/\/+$/, '')}/oauth/result?`)) return
  const rest = search.replace(own, '').replace(/^&/, '?')
  history.replaceState(history.state, '', `${pathname}${rest}${hash}`)
  return uri
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
