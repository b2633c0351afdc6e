import { expect, onTestFinished, test } from 'vitest'
import { catchUnawaitedChecks } from './catchUnawaitedChecks.ts'

test('a check that fails is no uncaught error when nobody awaits it, and still fails for who does', async () => {
  const uncaught: unknown[] = []
  const listen = (reason: unknown) => uncaught.push(reason)
  process.on('unhandledRejection', listen)
  onTestFinished(() => void process.off('unhandledRejection', listen))
  const names = ['Disconnect', 'Emit', 'Extend', 'Ping', 'Update'].map((name) => `isValid${name}`)
  const deleted = async () => {
    throw new Error('Record was recently deleted')
  }
  const engine: Record<string, (params: object) => Promise<void>> = Object.fromEntries(
    names.map((name) => [name, deleted]),
  )
  catchUnawaitedChecks({ engine })
  for (const name of names) void engine[name]?.({})
  await new Promise((resolve) => setTimeout(resolve))
  expect(uncaught).toEqual([])
  for (const name of names) await expect(engine[name]?.({})).rejects.toThrow('recently deleted')
})
