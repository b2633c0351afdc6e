/** One of the nested errors of a wallet or node. */
export type ErrorLevel = {
  code?: unknown
  message?: unknown
  name?: unknown
  err?: unknown
  logs?: unknown
}

/** Yields the thrown value and the errors nested in it, at most five levels deep. Never throws. */
export function errorLevels(thrown: unknown, depth = 0): ErrorLevel[] {
  if (typeof thrown === 'string') return [{ message: thrown }]
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return []
  const read = (key: string): unknown => {
    try {
      return (thrown as Record<string, unknown>)[key]
    } catch {
      // A getter of an untrusted object threw.
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
