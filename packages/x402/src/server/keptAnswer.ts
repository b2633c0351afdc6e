/** An answer that was given, to be given again. */
export type KeptAnswer = {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Uint8Array
}

/** Longest body that is kept, in bytes. */
const longest = 65_536
/** Time for a body to end, in ms. */
const endsMs = 10_000

/** Reads a copy of an answer. @returns undefined for one that is too long, does not end in 10 s, or is a stream of events */
export async function keepAnswer(copy: Response): Promise<KeptAnswer | undefined> {
  const { headers, status, statusText } = copy
  const reader = copy.body?.getReader()
  // Not awaited: a copy is cancelled only once the other one is as well.
  const stop = () => void reader?.cancel().catch(() => {})
  if (headers.get('Content-Type')?.startsWith('text/event-stream')) {
    stop()
    return undefined
  }
  const timer = setTimeout(stop, endsMs)
  const startedAt = Date.now()
  try {
    const parts: Uint8Array[] = []
    let length = 0
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      length += part.value.length
      if (length > longest) {
        stop()
        return undefined
      }
      parts.push(part.value)
    }
    if (Date.now() - startedAt >= endsMs) return undefined
    const body = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
    return { status, statusText, headers: [...headers], body }
  } catch {
    // Cut off: there is no whole answer.
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Makes a response of a kept answer. */
export const giveAgain = ({ body, headers, status, statusText }: KeptAnswer): Response =>
  new Response(body.length > 0 ? (body as BodyInit) : null, {
    ...{ status, statusText },
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
  })
