import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { type WalletRow, walletFile } from './walletRow.ts'

/** The directory shipped with the server. */
export const builtInWalletsPath = fileURLToPath(
  new URL('../../directory/wallets.json', import.meta.url),
)

/**
 * Reads a directory file.
 *
 * @throws Error that names the file, the row and what is wrong with it
 */
export async function readWalletFile(path: string): Promise<WalletRow[]> {
  const text = await readFile(path, 'utf8')
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (cause) {
    throw new Error(`${path} is not valid JSON: ${(cause as Error).message}`, { cause })
  }
  const parsed = v.safeParse(walletFile, content)
  if (parsed.success) return parsed.output.wallets
  const problems = parsed.issues.slice(0, 5).map((issue) => {
    const place = v.getDotPath(issue)
    return `  ${place ?? 'the file'}: ${issue.message}`
  })
  throw new Error(
    `${path} is not a wallet directory ({ "wallets": [ … ] }):\n${problems.join('\n')}`,
  )
}
