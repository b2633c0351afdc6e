import type { Foyer } from '../foyer.ts'

/** Returns the address of a call; undefined without `apiUrl`, and for a name that would lead to another path. */
export function apiAddress(
  { options }: Foyer,
  path: string,
  names: Readonly<Record<string, string>> = {},
  query: unknown = {},
): string | undefined {
  if (options.apiUrl === undefined) return undefined
  // URL parsers resolve `.` and `..` even when encoded.
  if (Object.values(names).some((name) => /^\.{0,2}$/.test(name))) return undefined
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent((names[name] ?? '').replace(/\p{Cs}/gu, '\uFFFD')),
  )
  const url = new URL(options.apiUrl + filled)
  url.searchParams.set('projectId', options.projectId)
  url.searchParams.set('st', options.sdkType)
  url.searchParams.set('sv', options.sdkVersion)
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    url.searchParams.set(name, String(value))
  }
  return url.href
}
