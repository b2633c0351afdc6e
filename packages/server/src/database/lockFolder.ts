import { readFile, unlink, writeFile } from 'node:fs/promises'

/**
 * Marks a data folder as opened by this process. The embedded engine has no lock of its own, and two processes that
 * write to one folder destroy it.
 * @param urlVariable - what an operator sets to let several processes share one database
 * @returns What gives the folder free again.
 * @throws when a living process has the folder open
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
    // After a container was killed and restarted, the file may contain our own process id.
    if (Number.isInteger(owner) && owner > 0 && owner !== process.pid && isAlive(owner)) {
      throw new Error(
        `The data folder ${folder} is open in process ${owner}. Stop it first, or set ${urlVariable} to let several processes share one database.`,
      )
    }
    // The owner died without cleaning up.
    await unlink(path).catch(() => {})
  }
  throw new Error(`The data folder ${folder} could not be locked: ${path} keeps coming back.`)
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
