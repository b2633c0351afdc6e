import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './isRunning.ts'

/**
 * Builds a folder unless it is up to date. Concurrent calls, also of other processes, share one build. A failed build
 * keeps the folder as it was.
 * @param isBuilt - whether the folder has a complete build of the current sources
 * @param build - builds into a new folder, which then replaces the other
 * @returns whether this call built it
 * @throws what `build` throws
 */
export async function buildFolder(
  folder: string,
  { build, isBuilt }: { build: (into: string) => Promise<void>; isBuilt: () => Promise<boolean> },
): Promise<boolean> {
  if (await isBuilt()) return false
  await mkdir(dirname(folder), { recursive: true })
  const releaseLock = await acquireLock(`${folder}.lock`)
  const part = `${folder}.${process.pid}.part`
  try {
    if (await isBuilt()) return false
    await rm(part, { recursive: true, force: true })
    await build(part)
    await rm(folder, { recursive: true, force: true })
    await rename(part, folder)
    return true
  } finally {
    await rm(part, { recursive: true, force: true })
    await releaseLock()
  }
}

/** Lock files that this process has; one that names it otherwise is stale, for example after a container restarted. */
const held = new Set<string>()

/** Waits for the lock file; replaces that of a process that died. @returns Releases the lock. */
async function acquireLock(lock: string): Promise<() => Promise<void>> {
  for (;;) {
    const taken = await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        // Anything else, such as a folder that is read-only, does not go away by waiting.
        if (error.code !== 'EEXIST') throw error
        return false
      },
    )
    if (taken) {
      held.add(lock)
      return async () => {
        held.delete(lock)
        await rm(lock, { force: true })
      }
    }
    const holder = Number(await readFile(lock, 'utf8').catch(() => '0'))
    const isStale = holder === process.pid ? !held.has(lock) : !isRunning(holder)
    // 0: the file is just being written, or is gone again.
    if (holder > 0 && isStale) await rm(lock, { force: true })
    await sleep(50)
  }
}
