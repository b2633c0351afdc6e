import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A lock older than this belongs to a process that died. */
const staleAfterMs = 90_000

/**
 * Makes a file of the cache once, even when several processes ask for it at the same moment:
 * the others wait for the first.
 *
 * @param build Writes the file at the path it is given; the file gets its name only when complete.
 * @returns The path of the file.
 */
export async function buildOnce(
  file: string,
  build: (path: string) => Promise<void>,
): Promise<string> {
  if (existsSync(file)) return file
  await mkdir(dirname(file), { recursive: true })
  const lock = `${file}.lock`
  for (;;) {
    try {
      await mkdir(lock)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const since = await stat(lock).then(
        (found) => found.mtimeMs,
        () => Date.now(),
      )
      if (Date.now() - since > staleAfterMs) await rm(lock, { recursive: true, force: true })
      else await sleep(50)
    }
  }
  try {
    if (existsSync(file)) return file
    const part = `${file}.${process.pid}.part`
    await build(part)
    await rename(part, file)
    return file
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}
