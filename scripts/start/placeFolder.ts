import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a folder that is complete or missing: it is made under another name and renamed. */
export async function placeFolder(
  path: string,
  make: (part: string) => Promise<void>,
): Promise<void> {
  const part = `${path}.part`
  await mkdir(dirname(path), { recursive: true })
  await rm(part, { recursive: true, force: true })
  await make(part)
  await rename(part, path)
}
