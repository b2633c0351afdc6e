/** One error among those that a wallet or a node wraps in each other. */
export type ErrorLevel = {
  code?: unknown
  message?: unknown
  name?: unknown
  err?: unknown
  logs?: unknown
}

/** The errors that are wrapped in what was thrown, itself first, at most five levels deep. Never throws. */
export function errorLevels(thrown: unknown, depth = 0): ErrorLevel[] {
  if (typeof thrown === 'string') return [{ message: thrown }]
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return []
  const read = (key: string): unknown => {
    try {
      return (thrown as Record<string, unknown>)[key]
    } catch {
      // A getter of a stranger threw.
      return undefined
    }
  }
  const level = {
    code: read('code') ?? read('rpcCode'),
    message: read('message'),
    name: read('name'),
    err: read('err'),
    logs: read('logs'),
  }
  return [
    level,
    ...['data', 'originalError', 'error', 'cause'].flatMap((key) =>
      errorLevels(read(key), depth + 1),
    ),
  ]
}
