import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { manifestName, readPageBundle } from './pageBundle.ts'
import { sourcesKey } from './sourcesKey.ts'

/**
 * Builds the pages of the login site into a folder, unless it already contains a complete build of the same sources.
 * Concurrent calls, also of other processes, share one build. The bundler runs in its own process, since its output
 * depends on `NODE_ENV` and must not depend on the caller's.
 * @throws Error When bundling fails.
 */
export async function buildPages(folder: string): Promise<void> {
  const key = await sourcesKey()
  if (await isBuilt(folder, key)) return
  await mkdir(join(folder, '..'), { recursive: true })
  const releaseLock = await acquireLock(`${folder}.lock`)
  const part = `${folder}.${process.pid}.part`
  try {
    if (await isBuilt(folder, key)) return
    await rm(part, { recursive: true, force: true })
    await promisify(execFile)(
      process.execPath,
      [
        '--conditions=@foyer/source',
        fileURLToPath(new URL('../../src/build/buildCommand.ts', import.meta.url)),
        part,
      ],
      { env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' } },
    )
    await rm(folder, { recursive: true, force: true })
    await rename(part, folder)
  } finally {
    await rm(part, { recursive: true, force: true })
    await releaseLock()
  }
}

async function isBuilt(folder: string, key: string): Promise<boolean> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => '{}')
  if ((JSON.parse(text) as { sources?: string }).sources !== key) return false
  return readPageBundle(folder).then(
    () => true,
    () => false,
  )
}

/** Waits for the lock file; replaces that of a process that died. @returns Releases the lock. */
async function acquireLock(lock: string): Promise<() => Promise<void>> {
  for (;;) {
    const taken = await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => true,
      () => false,
    )
    if (taken) return () => rm(lock, { force: true })
    const holder = Number(await readFile(lock, 'utf8').catch(() => '0'))
    if (holder > 0 && !isRunning(holder)) await rm(lock, { force: true })
    await sleep(50)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
