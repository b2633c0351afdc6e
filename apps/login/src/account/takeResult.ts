/** Takes the result of a login at a provider out of this page's address. */
export function takeResult(): string | undefined {
  const uri = new URLSearchParams(location.search).get('result_uri')
  if (uri === null) return undefined
  history.replaceState(null, '', location.pathname)
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (url?.origin !== location.origin || url.pathname !== '/oauth/result') return undefined
  return url.searchParams.get('r') ?? undefined
}
