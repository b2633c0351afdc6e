import { join } from 'node:path'
import { build } from 'vite'

const packages = join(import.meta.dirname, '../../packages')

/** Builds packages as they are published: what a site bundles, and so how many files a page fetches, is not the sources. */
export async function buildPublished(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const root = join(packages, name)
    await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  }
}
