import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const project = join(import.meta.dirname, '..')

// Test the project's own rules, not copies of them.
const configs = [
  'biome.json',
  '.oxlintrc.json',
  'tsconfig.base.json',
  'scripts/headless/tsconfig.json',
  'scripts/headless/browser.d.ts',
]

/** A separate repository for one test, with the project's rules and the given files. */
export type Tree = { root: string; remove: () => void }

/**
 * Writes files into a new repository that has this one's rules and tools.
 *
 * @param files - File contents by path from the root.
 */
export function createTree(files: Record<string, string>): Tree {
  const root = mkdtempSync(join(tmpdir(), 'foyer-rules-'))
  const write = (path: string, put: (target: string) => void) => {
    const target = join(root, path)
    mkdirSync(dirname(target), { recursive: true })
    put(target)
  }
  // Without the trailing slash of the project's own list, because it is a link here.
  write('.gitignore', (target) => writeFileSync(target, 'node_modules\n'))
  write('package.json', (target) => writeFileSync(target, '{ "type": "module" }\n'))
  for (const path of configs) write(path, (target) => copyFileSync(join(project, path), target))
  for (const [path, text] of Object.entries(files))
    write(path, (target) => writeFileSync(target, text))
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'), 'junction')
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
