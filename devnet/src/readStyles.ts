import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads the styles of a page: the shared ones, then its own. @param names - files below `devnet/src` */
export async function readStyles(...names: string[]): Promise<string> {
  const sources = join(import.meta.dirname, '../src')
  const styles = ['page.css', ...names].map((name) => readFile(join(sources, name), 'utf8'))
  return (await Promise.all(styles)).join('\n')
}
