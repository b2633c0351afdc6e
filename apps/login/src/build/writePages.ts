import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildKeyWorker } from '../worker/buildKeyWorker.ts'
import { bundlePage } from './bundlePage.ts'
import { type Asset, integrityOf, manifestName, type PageManifest } from './pageBundle.ts'

const entries = {
  frame: new URL('../frame/main.ts', import.meta.url),
  popup: new URL('../popup/main.tsx', import.meta.url),
  security: new URL('../security/main.tsx', import.meta.url),
  export: new URL('../export/main.tsx', import.meta.url),
  approve: new URL('../approve/main.tsx', import.meta.url),
}

const decoder = '../decoder/decode.worker.ts'
const work = '../work/work.worker.ts'

/**
 * Builds every page of the login site into an empty folder.
 *
 * @param sources - {@link sourcesKey} of the sources, for the manifest.
 * @throws Error When bundling fails.
 */
export async function writePages(folder: string, sources: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true })
  const write = async (name: string, extension: 'js' | 'css', text: string): Promise<Asset> => {
    const bytes = new TextEncoder().encode(text)
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const src = `/assets/${name}-${hash}.${extension}`
    await writeFile(join(folder, src), bytes)
    return { src, integrity: integrityOf(bytes) }
  }
  const page = async (name: keyof typeof entries) => {
    const built = await bundlePage(entries[name])
    return {
      scripts: [await write(name, 'js', built.script)],
      styles: built.style === undefined ? [] : [await write(name, 'css', built.style)],
    }
  }
  const {
    scripts: [approve],
    styles: [approveStyle],
  } = await page('approve')
  if (!approve) throw new Error('No approval surface.')
  const manifest: PageManifest = {
    sources,
    documents: {
      frame: await page('frame'),
      popup: await page('popup'),
      security: await page('security'),
      export: await page('export'),
    },
    parts: {
      approve,
      ...(approveStyle && { approveStyle }),
      decoder: await write('decode.worker', 'js', (await buildKeyWorker(decoder)).code),
      work: await write('work.worker', 'js', (await buildKeyWorker(work)).code),
      worker: await write('vault.worker', 'js', (await buildKeyWorker()).code),
    },
  }
  // Written last, so that a folder with a manifest contains a complete build.
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, undefined, 2)}\n`)
}
