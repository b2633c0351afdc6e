import type { Namespace } from '@foyer/protocol'

/** What the buttons of a browser showed last, for the server that renders the next page. */
export type ButtonHint = {
  readonly active: Namespace
  readonly namespaces: Partial<Readonly<Record<string, NamespaceHint>>>
}
type NamespaceHint = {
  /** Shortened; absent when nobody is connected. */
  readonly address?: string | undefined
  /** As it was shown; empty: it was on its way. */
  readonly balance?: string | undefined
  /** The network's name. */
  readonly network?: string | undefined
}

/** The cookie that `keepButtonHint` writes. */
export const buttonCookie = 'foyer-buttons'
/** No button shows longer texts. */
const longest = 64

/**
 * Reads the hint from the Cookie header of a request.
 *
 * @returns undefined when there is none, or none of the right shape.
 */
export function readButtonHint(cookies: string | null | undefined): ButtonHint | undefined {
  const text = cookies?.match(new RegExp(`(?:^|;\\s*)${buttonCookie}=([^;]*)`))?.[1]
  if (!text) return undefined
  try {
    return parseHint(JSON.parse(decodeURIComponent(text)))
  } catch {
    // Anybody may send any cookie: one of another shape is none.
    return undefined
  }
}

function parseHint(value: unknown): ButtonHint | undefined {
  const { active, namespaces } = Object(value) as Record<string, unknown>
  if (!isText(active)) return undefined
  const parsed = Object.entries(Object(namespaces) as object).map(([name, facts]) => {
    const { address, balance, network } = Object(facts) as Record<string, unknown>
    const known = Object.entries({ address, balance, network }).filter(([, one]) => isText(one))
    return [name, Object.fromEntries(known)] as const
  })
  return { active: active as Namespace, namespaces: Object.fromEntries(parsed) }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longest
}
