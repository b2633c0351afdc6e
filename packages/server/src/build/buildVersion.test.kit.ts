import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFolder } from './buildFolder.ts'

const files = [...Array.from({ length: 20 }, (_, index) => `${index}.txt`), 'version']

/** Builds a folder of files whose text is the version. */
export function buildVersion(version: string, folder: string): Promise<boolean> {
  return buildFolder(folder, {
    isBuilt: async () =>
      (await readFile(join(folder, 'version'), 'utf8').catch(() => '')) === version,
    async build(into) {
      await mkdir(into)
      for (const file of files) await writeFile(join(into, file), version)
    },
  })
}

/** @returns the versions of its files, which is one if it is whole @throws when a file is missing */
export async function readVersions(folder: string): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return [...new Set(texts)]
}
