import { join } from 'node:path'
import { build } from 'vite'

const packages = join(import.meta.dirname, '../../packages')

/** Builds packages as they are published, because a site fetches their bundled files, not the sources. */
export async function buildPublished(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const root = join(packages, name)
    await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  }
}
