import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

/** Two at a time, on two cores. */
async function inTwos(folders: readonly string[], act: (folder: string) => Promise<void>) {
  const rest = folders.values()
  const work = async () => {
    for (const folder of rest) await act(folder)
  }
  await Promise.all([work(), work()])
}

/** Packs it, and checks the files: no tests, and a README. */
async function pack(root: string, folder: string, destination: string) {
  const args = ['pack', '--json', '--silent', '--pack-destination', destination]
  const { code, output } = await runCommand('npm', args, { root, cwd: join(root, folder) })
  if (code !== 0) return { problem: output, tarball: '' }
  const json = output.slice(output.indexOf('['))
  const [{ filename, files }] = JSON.parse(json) as [
    { filename: string; files: { path: string }[] },
  ]
  const problems = files
    .filter(({ path }) => /\.test\.|(^|\/)test\//.test(path))
    .map(({ path }) => `${path} would be published: "files" needs "!**/*.test.*"`)
  if (!files.some(({ path }) => path === 'README.md')) problems.push('it has no README.md')
  return { problem: problems.slice(0, 5).join('\n'), tarball: join(destination, filename) }
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

  async function build(folder: string) {
    const cwd = join(root, folder)
    const { code, output } = await runCommand('npm', ['run', 'build'], { root, cwd })
    if (code !== 0) failures.push(`${folder}: build\n${output}`)
  }

  async function check(folder: string, packed: string) {
    const { problem, tarball } = await pack(root, folder, packed)
    if (problem !== '') failures.push(`${folder}: packed\n${problem}`)
    if (tarball === '') return
    const steps = {
      publint: () => runCommand('publint', ['--strict', tarball], { root }),
      attw: () => runCommand('attw', [tarball, '--profile', 'esm-only'], { root }),
      import: () => loadEntries(root, folder, read(folder)),
    }
    for (const [name, run] of Object.entries(steps)) {
      const { code, output } = await run()
      if (code !== 0) failures.push(`${folder}: ${name}\n${output}`)
    }
  }

  const packed = mkdtempSync(join(tmpdir(), 'foyer-packed-'))
  try {
    // Build all before loading the first entry, because they import each other.
    await inTwos(
      folders.filter((one) => read(one).scripts?.build),
      build,
    )
    await inTwos(folders, (folder) => check(folder, packed))
  } finally {
    rmSync(packed, { recursive: true, force: true })
  }
  return failures.join('\n')
}
