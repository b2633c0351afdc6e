import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPages } from './buildPages.ts'
import { documentNames, integrityOf, manifestName, readPageBundle } from './pageBundle.ts'

let folder: string
const first = () => join(folder, 'first')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-pages-'))
  // At the same time, as two servers that start together do.
  await Promise.all([buildPages(first()), buildPages(first())])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('buildPages', () => {
  it('builds one script per document, which loads no other file', async () => {
    const { documents, files, parts } = await readPageBundle(first())
    for (const name of documentNames) expect(documents[name].scripts, name).toHaveLength(1)
    const scripts = [...files].filter(([src]) => src.endsWith('.js'))
    expect(scripts).toHaveLength(documentNames.length + 4)
    for (const [src, { bytes, type }] of scripts) {
      const code = Buffer.from(bytes).toString('utf8')
      expect(type).toContain('javascript')
      expect(code, src).not.toMatch(/\bimport\s*["'{*]|\bfrom\s*["'][./]|sourceMappingURL/)
      expect(code, src).not.toMatch(/\beval\(|new Function\(/)
      // Only where there is a session something is loaded later: the part that the boot value names.
      const later = code.match(/\bimport\(/g)?.length ?? 0
      expect(later, src).toBe(/\/(?:frame|security|export)-/.test(src) ? 1 : 0)
    }
    expect(parts.worker.src).toMatch(/^\/assets\/vault\.worker-[0-9a-f]{16}\.js$/)
    const [frame] = documents.frame.scripts
    const code = Buffer.from(files.get(frame?.src ?? '')?.bytes ?? []).toString('utf8')
    expect(code).not.toMatch(/react|innerHTML|outerHTML|insertAdjacentHTML/i)
  })

  it('[T109] builds the same bytes again in another folder', async () => {
    const second = join(folder, 'second')
    await buildPages(second)
    const [one, two] = await Promise.all(
      [first(), second].map((built) => readFile(join(built, manifestName), 'utf8')),
    )
    expect(two).toBe(one)
  })

  it('error: refuses a missing or modified file', async () => {
    const { parts } = await readPageBundle(first())
    const path = join(first(), parts.approve.src)
    const bytes = await readFile(path)
    expect(integrityOf(bytes)).toBe(parts.approve.integrity)
    await writeFile(path, Buffer.concat([bytes, Buffer.from(' ')]))
    await expect(readPageBundle(first())).rejects.toThrow('is not the file that was built')
    // The next build recreates it.
    await buildPages(first())
    await expect(readPageBundle(first())).resolves.toMatchObject({ parts })
    await expect(readPageBundle(join(folder, 'nowhere'))).rejects.toThrow('npm run build')
  })
})
