import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root of the repository. */
const root = fileURLToPath(new URL('../../../..', import.meta.url))
/** The source folders of the pages. */
const folders = [
  'apps/login',
  'packages/protocol',
  'packages/decode',
  'packages/embedded',
  'packages/ui',
]

/** Hashes all sources of the pages and the lockfile of their libraries. @returns 16 hex digits. */
export async function sourcesKey(): Promise<string> {
  const hash = createHash('sha256')
  const read = async (path: string) => hash.update(path).update(await readFile(join(root, path)))
  await read('package-lock.json')
  for (const folder of folders) {
    const names = await readdir(join(root, folder, 'src'), { recursive: true })
    const sources = names.filter((name) => /\.(tsx?|css)$/.test(name) && !name.includes('.test.'))
    for (const name of sources.sort()) await read(join(folder, 'src', name))
  }
  return hash.digest('hex').slice(0, 16)
}
