import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { sha256 } from '../subscriptionId.ts'
import type { MailboxEntry } from './memoryStore.ts'

const version = 1
const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const row = v.object({
  topic: hex,
  hash: hex,
  message: v.string(),
  tag: v.number(),
  attestation: v.optional(v.string()),
  from: hex,
  publishedAt: v.number(),
  expiresAt: v.number(),
  readers: v.array(v.string()),
})

/** A mailbox entry as it stands in the file: no client id, no address. */
export type MailboxRow = Omit<MailboxEntry, 'order'>

/**
 * Writes the mailboxes beside the old file and then puts them in its place: a file is whole or it is not there.
 * The last line carries the checksum of all before it.
 */
export async function writeMailboxFile(
  path: string,
  entries: readonly MailboxEntry[],
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const lines = entries.map(({ order: _, ...rest }) => JSON.stringify(rest))
  const text = [JSON.stringify({ version, count: lines.length }), ...lines].join('\n')
  const whole = `${text}\n${sha256(text)}\n`
  await writeFile(`${path}.new`, whole, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}

/**
 * What the file holds, or what is wrong with it: then it is moved aside and nothing is lost that a person could read.
 *
 * @returns `setAside` names the file it was moved to
 */
export async function readMailboxFile(
  path: string,
): Promise<{ rows: MailboxRow[] } | { setAside: string }> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { rows: [] }
    throw error
  }
  const rows = parseMailboxes(text)
  if (rows) return { rows }
  const setAside = `${path}.torn-${Date.now()}`
  await rename(path, setAside)
  return { setAside }
}

function parseMailboxes(text: string): MailboxRow[] | undefined {
  const end = text.lastIndexOf('\n', text.length - 2)
  const body = text.slice(0, Math.max(0, end))
  if (sha256(body) !== text.slice(end + 1).trimEnd()) return undefined
  const [head = '', ...lines] = body.split('\n')
  try {
    const { count, version: found } = JSON.parse(head)
    if (found !== version || count !== lines.length) return undefined
    return lines.map((line) => {
      const { attestation, ...rest } = v.parse(row, JSON.parse(line))
      return { ...rest, attestation }
    })
  } catch {
    return undefined
  }
}
