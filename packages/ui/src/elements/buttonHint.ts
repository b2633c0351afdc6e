import type { Namespace } from '@foyer/protocol'

/** Last content of this browser's buttons, for the server that renders the next page. */
export type ButtonHint = {
  readonly active: Namespace
  readonly namespaces: Partial<Readonly<Record<string, NamespaceHint>>>
}
type NamespaceHint = {
  /** Shortened; absent without a connection. */
  readonly address?: string | undefined
  /** As displayed; empty: it was still loading. */
  readonly balance?: string | undefined
  /** The network's name. */
  readonly network?: string | undefined
}

/** The cookie that `keepButtonHint` writes. */
export const buttonCookie = 'foyer-buttons'
/** Longest text of a button. */
const longest = 64

/**
 * Reads the hint from the Cookie header of a request.
 *
 * @returns undefined if it is missing or invalid.
 */
export function readButtonHint(cookies: string | null | undefined): ButtonHint | undefined {
  const text = cookies?.match(new RegExp(`(?:^|;\\s*)${buttonCookie}=([^;]*)`))?.[1]
  if (!text) return undefined
  try {
    return parseHint(JSON.parse(decodeURIComponent(text)))
  } catch {
    // Cookies are user input: ignore one of another shape.
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
