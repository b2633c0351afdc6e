import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const made: string[] = []
afterAll(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A folder that is gone when the tests of this file have run. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-api-'))
  made.push(folder)
  return folder
}
