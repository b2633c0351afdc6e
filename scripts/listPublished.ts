import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lists the folders of the published packages, relative to the root. */
export function listPublished(root: string): readonly string[] {
  return readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => {
      const manifest = readFileSync(join(root, folder, 'package.json'), 'utf8')
      return !(JSON.parse(manifest) as { private?: boolean }).private
    })
}
