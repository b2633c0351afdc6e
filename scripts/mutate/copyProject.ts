import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles } from '../listFiles.ts'

/** Files that tools overwrite in place; a link would change the project's own. */
const ownState = new Set(['.package-lock.json', '.cache', '.vite', '.vite-temp', '.vitest-cache'])

/**
 * Copies the project, so that its sources can be mutated. The packages of `node_modules` are links to the same files; links
 * between workspaces are relative, so they point to the copy.
 *
 * @param target - A folder on the same disk; it may contain an earlier copy.
 */
export function copyProject(root: string, target: string): void {
  rmSync(target, { recursive: true, force: true })
  const folders = new Set(['.'])
  for (const path of listFiles(root)) {
    mkdirSync(join(target, dirname(path)), { recursive: true })
    copyFileSync(join(root, path), join(target, path))
    if (/(^|\/)package\.json$/.test(path)) folders.add(dirname(path))
  }
  for (const folder of folders) {
    const modules = join(folder, 'node_modules')
    if (lstatSync(join(root, modules), { throwIfNoEntry: false }))
      linkFolder(join(root, modules), join(target, modules), ownState)
  }
}

function linkFolder(from: string, to: string, left: ReadonlySet<string> = new Set()): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (left.has(entry.name)) continue
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), copy)
    else if (entry.isDirectory()) linkFolder(source, copy)
    else linkSync(source, copy)
  }
}
