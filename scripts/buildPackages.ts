import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './runCommand.ts'

/**
 * Builds packages as they are published: types and scripts with `tsc`, and with Vite if a package has its own chunks.
 *
 * @param names - Folders of `packages`; their dependencies are built too, for their types.
 * @throws Error with the output of the failed step
 */
export async function buildPackages(root: string, names: readonly string[]): Promise<void> {
  const folders = names.map((name) => join(root, 'packages', name))
  const bundled = folders.filter((folder) => {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      scripts?: { build?: string }
    }
    return scripts?.build !== undefined
  })
  const steps = [
    { command: 'tsc', args: ['-b', ...folders], cwd: root },
    ...bundled.map((cwd) => ({ command: 'vite', args: ['build', '--logLevel', 'error'], cwd })),
  ]
  for (const { args, command, cwd } of steps) {
    const { code, output } = await runCommand(command, args, { root, cwd })
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${output}`)
  }
}
