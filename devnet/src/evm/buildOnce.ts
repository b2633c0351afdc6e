import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Files of older sources are kept this long, in case someone checks those sources out again. */
const keepMs = 24 * 60 * 60 * 1_000

/**
 * Builds a file of the cache once, even if several processes request it at the same time:
 * the others wait for the first.
 *
 * @param file Its name ends in a key of 16 hex digits; old files with other keys are deleted.
 * @param build Writes the file to the given path; the file is renamed when complete.
 * @returns The path of the file.
 */
export async function buildOnce(
  file: string,
  build: (path: string) => Promise<void>,
): Promise<string> {
  if (existsSync(file)) return file
  await mkdir(dirname(file), { recursive: true })
  const lock = `${file}.lock`
  while (!(await acquireLock(lock))) await sleep(50)
  try {
    if (existsSync(file)) return file
    const part = `${file}.${process.pid}.part`
    await build(part)
    await rename(part, file)
    await removeOld(file)
    return file
  } finally {
    await rm(lock, { force: true })
  }
}

/** Takes the lock, or removes the lock of a dead process. */
async function acquireLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const holder = Number(await readFile(lock, 'utf8').catch(() => ''))
  if (holder > 0 && !isRunning(holder)) await rm(lock, { force: true })
  return false
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function removeOld(file: string): Promise<void> {
  const folder = dirname(file)
  const [stem = ''] = basename(file).split(/[0-9a-f]{16}/)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!name.startsWith(stem) || path === file) continue
    const since = await stat(path).then(
      (found) => found.mtimeMs,
      () => Date.now(),
    )
    if (Date.now() - since > keepMs) await rm(path, { force: true })
  }
}
