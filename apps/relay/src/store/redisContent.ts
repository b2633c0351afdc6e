import * as v from 'valibot'
import type { StoredMessage } from './store.ts'

const content = v.object({
  message: v.string(),
  tag: v.number(),
  attestation: v.optional(v.string()),
  from: v.string(),
  hash: v.string(),
})

/**
 * Parses a stored message: its order, its times and its content.
 *
 * @returns undefined for one that expired meanwhile, or that another version or program wrote
 */
export function parseContent(topic: string, text: string): StoredMessage | undefined {
  const [, publishedAt, expiresAt, json] = /^\d{16} (\d+) (\d+) (.+)$/s.exec(text) ?? []
  if (json === undefined) return undefined
  const parsed = v.safeParse(content, parseJson(json))
  if (!parsed.success) return undefined
  const { attestation, ...rest } = parsed.output
  const times = { publishedAt: Number(publishedAt), expiresAt: Number(expiresAt) }
  return { topic, ...rest, attestation, ...times }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
