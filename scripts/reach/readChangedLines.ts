import { execFileSync } from 'node:child_process'

/** Lists the lines of each file that differ from `commit`, committed or not; all lines of an untracked file. */
export function readChangedLines(
  root: string,
  commit: string,
): ReadonlyMap<string, (line: number) => boolean> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
  const changed = new Map<string, (line: number) => boolean>()
  const diff = git('diff', '--unified=0', '--no-color', '--no-ext-diff', '--no-prefix', commit)
  for (const part of diff.split(/^diff --git /m)) {
    const [, path] = /^\+\+\+ (.+)$/m.exec(part) ?? []
    if (!path || path === '/dev/null') continue
    const pieces = [...part.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].map(
      ([, first, count = '1']) => [Number(first), Number(first) + Number(count)] as const,
    )
    changed.set(path, (line) => pieces.some(([first, end]) => line >= first && line < end))
  }
  for (const path of git('ls-files', '--others', '--exclude-standard').split('\n'))
    if (path) changed.set(path, () => true)
  return changed
}

/** The start of the work: the branch point from main, else the commit before the last. */
export function readBase(root: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  const head = git('rev-parse', 'HEAD')
  for (const main of ['main', 'origin/main'])
    try {
      const base = git('merge-base', 'HEAD', main)
      if (base !== head) return base
    } catch {
      // There is no such branch.
    }
  return git('rev-parse', 'HEAD~1')
}
