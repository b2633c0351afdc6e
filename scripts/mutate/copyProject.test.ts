import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTree } from '../createTree.ts'
import { copyProject } from './copyProject.ts'

test('copies the sources and links the packages, with workspace links to the copy', () => {
  const source = 'packages/a/src/a.ts'
  const { remove, root } = createTree({
    '.gitignore': 'node_modules\ncopy\n',
    [source]: 'export const a = 1\n',
    'packages/a/package.json': '{ "name": "@foyer/a" }\n',
  })
  onTestFinished(remove)
  const modules = join(root, 'node_modules')
  rmSync(modules)
  for (const folder of ['x/.vite', '@foyer']) mkdirSync(join(modules, folder), { recursive: true })
  for (const file of ['x/.vite/x.js', '.package-lock.json']) writeFileSync(join(modules, file), '1')
  symlinkSync('../../packages/a', join(modules, '@foyer/a'))

  const copy = join(root, 'copy')
  copyProject(root, copy)
  const inCopy = realpathSync(join(copy, 'node_modules/@foyer/a/src/a.ts'))
  expect(inCopy).toBe(realpathSync(join(copy, source)))
  writeFileSync(inCopy, 'broken')
  expect(readFileSync(join(root, source), 'utf8')).toBe('export const a = 1\n')
  const linked = 'node_modules/x/.vite/x.js'
  expect(statSync(join(copy, linked)).ino).toBe(statSync(join(root, linked)).ino)
  // npm overwrites it in place, which would change the project's own.
  expect(existsSync(join(copy, 'node_modules/.package-lock.json'))).toBe(false)
})
