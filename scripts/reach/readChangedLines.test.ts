import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTree } from '../createTree.ts'
import { readBase, readChangedLines } from './readChangedLines.ts'

function repository() {
  const { remove, root } = createTree({ 'a.ts': '1\n2\n3\n4\n' })
  onTestFinished(remove)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x.test', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim()
  const commit = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
    git('add', '--all')
    git('commit', '--quiet', '--message', 'x')
    return git('rev-parse', 'HEAD')
  }
  git('checkout', '--quiet', '-b', 'main')
  return { commit, git, root }
}

test('lists the lines that differ from a commit, and all of a new file', () => {
  const { commit, root } = repository()
  const base = commit({})
  commit({ 'a.ts': '1\ntwo\n3\n4\n' })
  writeFileSync(join(root, 'a.ts'), '1\ntwo\n3\n4\n5\n')
  writeFileSync(join(root, 'new.ts'), '1\n')
  const changed = readChangedLines(root, base)
  expect([...changed.keys()]).toEqual(['a.ts', 'new.ts'])
  const isChanged = changed.get('a.ts')
  expect([1, 2, 3, 4, 5].filter((line) => isChanged?.(line))).toEqual([2, 5])
  expect(changed.get('new.ts')?.(1)).toBe(true)
})

test('starts at the branch point from main, and on main at the commit before', () => {
  const { commit, git, root } = repository()
  const [first, second] = [commit({}), commit({ 'b.ts': '1\n' })]
  expect(readBase(root)).toBe(first)
  git('checkout', '--quiet', '-b', 'work')
  commit({ 'c.ts': '1\n' })
  commit({ 'd.ts': '1\n' })
  expect(readBase(root)).toBe(second)
})
