import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The styles of a page: those of every page, then its own. @param names - files below `devnet/src` */
export async function readStyles(...names: string[]): Promise<string> {
  const sources = join(import.meta.dirname, '../src')
  const styles = ['page.css', ...names].map((name) => readFile(join(sources, name), 'utf8'))
  return (await Promise.all(styles)).join('\n')
}
