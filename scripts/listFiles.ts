import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Lists the files that git tracks or would track, from `root`, sorted. */
export function listFiles(root: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  const names = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter((name) => name !== '' && existsSync(join(root, name)))
  return [...new Set(names)].sort()
}
