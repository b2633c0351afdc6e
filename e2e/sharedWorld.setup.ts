import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs from which a worker's tests get the servers that its journeys share, by the worker's number. */
    sharedWorldUrls: readonly string[]
  }
}

let worlds: readonly ChildProcess[] = []

/** Prepares a world for each worker; it starts with the first journey that asks. */
export async function setup(project: TestProject): Promise<void> {
  const numbers = Array.from({ length: project.vitest.config.maxWorkers })
  const prepared = await Promise.all(numbers.map(prepareWorld))
  worlds = prepared.map(({ world }) => world)
  project.provide(
    'sharedWorldUrls',
    prepared.map(({ url }) => url),
  )
}

/** A separate program, because this file is loaded without the workspaces' sources. */
async function prepareWorld(): Promise<{ world: ChildProcess; url: string }> {
  const world = spawn(
    process.execPath,
    ['--conditions=@foyer/source', join(import.meta.dirname, 'serveWorld.ts')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = once(world, 'exit').then(([code]) => {
    throw new Error(`the shared world ended with ${code}`)
  })
  ended.catch(() => {})
  const [line] = (await Promise.race([
    once(world.stdout as NodeJS.ReadableStream, 'data'),
    ended,
  ])) as [Buffer]
  return { world, url: String(line).trim() }
}

export async function teardown(): Promise<void> {
  await Promise.all(
    worlds.map(async (world) => {
      if (world.exitCode !== null) return
      const ended = once(world, 'exit')
      world.stdin?.end()
      await ended
    }),
  )
}
