/**
 * `npm run release`: builds, checks and packs the packages into `.foyer/release/`, with checksums. It publishes nothing: the
 * owner runs `npm publish <file>` for each.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listPublished } from './listPublished.ts'
import { runCommand } from './runCommand.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.foyer/release')

/** Runs one step; a failed step ends the release. */
async function step(name: string, command: string, ...args: string[]): Promise<string> {
  const { code, output } = await runCommand(command, args, { root })
  if (code !== 0) {
    console.error(`${output}\n${name} failed: nothing is packed`)
    process.exit(1)
  }
  console.log(`ok     ${name}`)
  return output
}

if ((await step('clean tree', 'git', 'status', '--porcelain')).trim() !== '') {
  console.error('The tree has changes that are not committed: commit or remove them first')
  process.exit(1)
}
await step('build', 'npm', 'run', 'build')
await step('check', 'npm', 'run', 'check')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const workspaces = listPublished(root).flatMap((path) => ['--workspace', path])
await step('pack', 'npm', 'pack', ...workspaces, '--pack-destination', folder)

const sums = readdirSync(folder).map((file) => {
  const hash = createHash('sha256').update(readFileSync(join(folder, file)))
  return `${hash.digest('hex')}  ${file}`
})
writeFileSync(join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`)
console.log(sums.join('\n'))
console.log(`${sums.length} packages in .foyer/release, checksums in SHA256SUMS`)
