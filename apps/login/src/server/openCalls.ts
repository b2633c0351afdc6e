import { HttpError } from '@foyer/server'

/** How many calls may be open at once under a name: `wait:txn:` and its id. */
export type Bound = readonly [name: string, most: number]

/** The calls of this process that wait for something. */
export type OpenCalls = {
  /** @throws HttpError 429 `limit-exceeded`, at once, when there is no room under one of the names */
  run<result>(bounds: readonly Bound[], work: () => Promise<result>): Promise<result>
}

/** What waits costs memory and looks at the database: more of it than a person needs is refused before it begins. */
export function createOpenCalls(): OpenCalls {
  const open = new Map<string, number>()
  const add = (name: string, change: 1 | -1) => {
    const count = (open.get(name) ?? 0) + change
    if (count > 0) open.set(name, count)
    else open.delete(name)
  }
  return {
    async run(bounds, work) {
      if (bounds.some(([name, most]) => (open.get(name) ?? 0) >= most))
        throw new HttpError(429, 'limit-exceeded', 'Too many calls wait already', {
          retryAfterMs: 1000,
        })
      for (const [name] of bounds) add(name, 1)
      try {
        return await work()
      } finally {
        for (const [name] of bounds) add(name, -1)
      }
    },
  }
}
