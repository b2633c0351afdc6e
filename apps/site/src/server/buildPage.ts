import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFolder } from '@foyer/server/build'

/** `apps/site`, both from `src/server` and from `dist/server`. */
const siteFolder = join(import.meta.dirname, '../..')
const root = join(siteFolder, '../..')

/** The folder of the built page. */
export const builtPageFolder = join(siteFolder, 'dist/web')

/** Sources of the page; a change in any of them triggers a build. */
const sources = [
  'apps/site/src',
  'apps/site/agent.html',
  'apps/site/club.html',
  'apps/site/hooks.html',
  'apps/site/index.html',
  'apps/site/members.html',
  'apps/site/plain.html',
  'apps/site/shop.html',
  'apps/site/public',
  'apps/site/vite.config.ts',
  'apps/site/package.json',
  'packages/decode/src',
  'packages/embedded/src',
  // The page has their chunks too.
  ...['core', 'evm', 'protocol', 'siwx', 'solana', 'ui', 'walletconnect', 'x402'].flatMap(
    (name) => [`packages/${name}/src`, `packages/${name}/vite.config.ts`],
  ),
  'scripts/packageBuild.ts',
  'package-lock.json',
]

/**
 * Builds the page if it was never built, or if a source changed since. Concurrent calls share one build, see
 * {@link buildFolder}.
 *
 * @returns true if this call built it
 * @throws Error of the bundler, with the file and line
 */
export async function buildPage(): Promise<boolean> {
  const stamp = await hashSources()
  const stampOf = (folder: string) => join(folder, '.sources')
  return buildFolder(builtPageFolder, {
    isBuilt: async () =>
      (await readFile(stampOf(builtPageFolder), 'utf8').catch(() => '')) === stamp,
    async build(into) {
      const { createBuilder } = await import('vite')
      const builder = await createBuilder({
        root: siteFolder,
        configFile: join(siteFolder, 'vite.config.ts'),
        logLevel: 'error',
        build: { outDir: into },
      })
      await builder.buildApp()
      await writeFile(stampOf(into), stamp)
    },
  })
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    const files = source.includes('.') ? [path] : await listFiles(path)
    for (const file of files) hash.update(`${file}\0`).update(await readFile(file))
  }
  return hash.digest('hex')
}

/** All files below a folder except tests, sorted. */
async function listFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\./.test(entry.name))
    .map(({ name, parentPath }) => join(parentPath, name))
    .sort()
}
