import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL from which a test gets the servers that all journeys share. */
    sharedWorldUrl: string
  }
}

let world: ChildProcess | undefined

/** Starts them in a separate program, because this file is loaded without the workspaces' sources. */
export async function setup(project: TestProject): Promise<void> {
  world = spawn(
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
  project.provide('sharedWorldUrl', String(line).trim())
}

export async function teardown(): Promise<void> {
  if (!world || world.exitCode !== null) return
  const ended = once(world, 'exit')
  world.stdin?.end()
  await ended
}
