import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listPublished } from './listPublished.ts'
import { runCommand } from './runCommand.ts'

type Manifest = {
  name: string
  scripts?: Record<string, string>
  exports?: Record<string, string | Record<string, string>>
}

/** Imports an entry like a rendering server: in plain Node, from the build. */
async function loadEntries(root: string, folder: string, { name, exports = {} }: Manifest) {
  const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'))
  const imports = entries.map((entry) => `await import('${name}${entry.slice(1)}')`)
  const args = ['--input-type=module', '--eval', imports.join('\n')]
  return runCommand(process.execPath, args, { root, cwd: join(root, folder) })
}

/** Checks the files to publish: no tests, and a README. */
async function listPacked(root: string, folder: string) {
  const args = ['pack', '--dry-run', '--json', '--silent']
  const { code, output } = await runCommand('npm', args, { root, cwd: join(root, folder) })
  if (code !== 0) return { code, output }
  const json = output.slice(output.indexOf('['))
  const [{ files }] = JSON.parse(json) as [{ files: { path: string }[] }]
  const problems = files
    .filter(({ path }) => /\.test\.|(^|\/)test\//.test(path))
    .map(({ path }) => `${path} would be published: "files" needs "!**/*.test.*"`)
  if (!files.some(({ path }) => path === 'README.md')) problems.push('it has no README.md')
  return { code: problems.length > 0 ? 1 : 0, output: problems.slice(0, 5).join('\n') }
}

/**
 * Checks each published package as users install it: packed, with its types found by every tool, and
 * each entry loading in plain Node. Run `tsc -b` first.
 *
 * @returns The problems; empty if there are none.
 */
export async function checkPackages(root: string): Promise<string> {
  const failures: string[] = []
  const folders = listPublished(root)
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
  // Pack all before loading the first entry, because they import each other.
  for (const folder of folders.filter((one) => read(one).scripts?.build)) {
    const cwd = join(root, folder)
    const { code, output } = await runCommand('npm', ['run', 'build'], { root, cwd })
    if (code !== 0) failures.push(`${folder}: build\n${output}`)
  }
  for (const folder of folders) {
    const manifest = read(folder)
    const cwd = join(root, folder)
    const steps: (readonly [string, () => ReturnType<typeof runCommand>])[] = [
      ['packed', () => listPacked(root, folder)],
      ['publint', () => runCommand('publint', ['--strict'], { root, cwd })],
      ['attw', () => runCommand('attw', ['--pack', '.', '--profile', 'esm-only'], { root, cwd })],
      ['import', () => loadEntries(root, folder, manifest)],
    ]
    for (const [name, run] of steps) {
      const { code, output } = await run()
      if (code !== 0) failures.push(`${folder}: ${name}\n${output}`)
    }
  }
  return failures.join('\n')
}
