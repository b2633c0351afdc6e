import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTree } from './createTree.ts'
import { runCommand } from './runCommand.ts'

const project = join(import.meta.dirname, '..')

async function run(command: string, args: string[], files: Record<string, string>) {
  const { remove, root } = createTree(files)
  onTestFinished(remove)
  return runCommand(command, args, { root: project, cwd: root })
}

const tsconfig = JSON.stringify({
  extends: '../../tsconfig.base.json',
  compilerOptions: { lib: ['es2023', 'dom'], noEmit: true },
  include: ['src'],
})

const promises = (code: string) =>
  run('oxlint', ['--deny-warnings'], {
    'packages/core/tsconfig.json': tsconfig,
    'packages/core/src/ask.ts': `export async function ask() {}\n${code}\n`,
  })

test.each([
  ['a promise that is not awaited', 'export function go() { ask() }', 'no-floating-promises'],
  [
    'a promise as a condition',
    'export function go() { if (ask()) return 1 }',
    'no-misused-promises',
  ],
  [
    'a promise as an event handler',
    'export function go(target: EventTarget) { target.addEventListener("x", ask) }',
    'no-misused-promises',
  ],
  ['awaiting a non-promise', 'export async function go() { await 1 }', 'await-thenable'],
])('rejects %s', async (_, code, rule) => {
  const { code: exitCode, output } = await promises(code)
  expect(output).toContain(rule)
  expect(exitCode).not.toBe(0)
})

test('accepts an awaited promise', async () => {
  const { code, output } = await promises('export async function go() { await ask() }')
  expect({ code, output }).toMatchObject({ code: 0 })
})

const headless = (code: string) =>
  run('tsc', ['-p', 'scripts/headless'], {
    'packages/protocol/src/index.ts': 'export const version = 1\n',
    'packages/core/src/index.ts': `${code}\n`,
  })

test.each([
  ['an element', 'export function draw(place: HTMLElement) { return place }', 'HTMLElement'],
  ['a pointer event', 'export type Listen = (event: MouseEvent) => void', 'MouseEvent'],
  ['the window', 'export const home = () => window.location.href', 'window'],
  ['the document', 'export const title = () => document.title', 'document'],
])('rejects %s in core', async (_, code, name) => {
  const { code: exitCode, output } = await headless(code)
  expect(output).toContain(`Cannot find name '${name}'`)
  expect(exitCode).not.toBe(0)
})

test('core may fetch, wait, abort, and listen to the page', async () => {
  const { code, output } = await headless(
    [
      'export const get = () => fetch("/x", { signal: AbortSignal.timeout(1) })',
      'export const wait = () => setTimeout(() => {}, 1)',
      'export const hear = (listen: () => void) => globalThis.addEventListener("storage", listen)',
    ].join('\n'),
  )
  expect({ code, output }).toEqual({ code: 0, output: '' })
})
