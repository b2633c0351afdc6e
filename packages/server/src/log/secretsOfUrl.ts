/** Returns the parts of a URL to redact in logs: password, keys in path and query, and the whole URL. */
export function secretsOfUrl(url: string): string[] {
  if (!URL.canParse(url)) return [url]
  const { password, pathname, search, searchParams } = new URL(url)
  // Short path segments are words like `v2` or `rpc`.
  const segments = pathname.split('/').filter((segment) => segment.length >= 12)
  const hasSecret = password !== '' || segments.length > 0 || search !== ''
  return [
    ...(hasSecret ? [url] : []),
    ...(password === '' ? [] : [password, decodeURIComponent(password)]),
    ...segments,
    ...searchParams.values(),
  ]
}
