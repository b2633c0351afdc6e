import { readFile, unlink, writeFile } from 'node:fs/promises'
import { isRunning } from '../build/isRunning.ts'

/**
 * Locks a data folder for this process, by a file with its process id. The embedded engine has no lock of its own, and
 * two processes that write to one folder destroy it.
 * @param urlVariable - variable for a database that several processes can share; named in the error
 * @returns a function that releases the lock
 * @throws when another running process has locked the folder
 */
export async function lockFolder(
  folder: string,
  { urlVariable }: { urlVariable: string },
): Promise<() => Promise<void>> {
  const path = `${folder}.lock`
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 })
      return () => unlink(path).catch(() => {})
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = Number(await readFile(path, 'utf8').catch(() => ''))
    // A stale file may contain this process's own id, for example after a container restarts.
    if (Number.isInteger(owner) && owner > 0 && owner !== process.pid && isRunning(owner)) {
      throw new Error(
        `The data folder ${folder} is open in process ${owner}. Stop it first, or set ${urlVariable} to let several processes share one database.`,
      )
    }
    // Stale: its process died without releasing the lock.
    await unlink(path).catch(() => {})
  }
  throw new Error(`The data folder ${folder} could not be locked: ${path} keeps coming back.`)
}
