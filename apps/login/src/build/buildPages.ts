import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildFolder } from '@foyer/server/build'
import { manifestName, readPageBundle } from './pageBundle.ts'
import { sourcesKey } from './sourcesKey.ts'

/**
 * Builds the pages of the login site into a folder, unless it already contains a complete build of the same sources.
 * Concurrent calls, also of other processes, share one build. The bundler runs in its own process, since its output
 * depends on `NODE_ENV` and must not depend on the caller's.
 * @throws Error When bundling fails.
 */
export async function buildPages(folder: string): Promise<void> {
  const key = await sourcesKey()
  await buildFolder(folder, {
    isBuilt: () => isBuilt(folder, key),
    async build(into) {
      await promisify(execFile)(
        process.execPath,
        [
          '--conditions=@foyer/source',
          fileURLToPath(new URL('../../src/build/buildCommand.ts', import.meta.url)),
          into,
        ],
        { env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' } },
      )
    },
  })
}

async function isBuilt(folder: string, key: string): Promise<boolean> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => '{}')
  if ((JSON.parse(text) as { sources?: string }).sources !== key) return false
  return readPageBundle(folder).then(
    () => true,
    () => false,
  )
}
