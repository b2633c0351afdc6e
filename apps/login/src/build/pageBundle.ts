import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

/** The pages for which the login server sends a separate document. */
export const documentNames = ['frame', 'popup', 'security', 'export'] as const
export type DocumentName = (typeof documentNames)[number]

/** A built file. */
export type Asset = {
  /** Path on the login origin: `/assets/frame-<hash>.js`. */
  src: string
  /** `sha384-…` */
  integrity: string
}

/** Everything that the login origin serves in addition to its HTML. */
export type PageBundle = {
  /** By `src`. */
  files: ReadonlyMap<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>
  documents: Readonly<Record<DocumentName, { scripts: Asset[]; styles: Asset[] }>>
  /** Files that documents load on demand; every boot value names them. */
  parts: { approve: Asset; approveStyle?: Asset; decoder: Asset; work: Asset; worker: Asset }
}

const asset = v.strictObject({
  src: v.pipe(v.string(), v.regex(/^\/assets\/[\w.-]+$/)),
  integrity: v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/)),
})
const page = v.strictObject({ scripts: v.array(asset), styles: v.array(asset) })

/** Schema of the build's manifest: lists every file with its hash. */
export const pageManifest = v.strictObject({
  /** {@link sourcesKey} of the sources that it was built from. */
  sources: v.string(),
  documents: v.strictObject({ frame: page, popup: page, security: page, export: page }),
  parts: v.strictObject({
    approve: asset,
    approveStyle: v.optional(asset),
    decoder: asset,
    work: asset,
    worker: asset,
  }),
})
export type PageManifest = v.InferOutput<typeof pageManifest>

/** File name of the manifest in the build folder. */
export const manifestName = 'manifest.json'

/** Computes the `sha384-…` hash of a file for `integrity` and the content security policy. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

/** Content types by extension. */
export const assetTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/**
 * Reads the output of `npm run build`.
 * @throws Error When the folder contains no build, or a file does not match its hash in the manifest: a server must not
 *   start with modified pages.
 * @source security 4.8
 */
export async function readPageBundle(folder: string): Promise<PageBundle> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((cause: unknown) => {
    throw new Error(`No pages in ${folder}: run \`npm run build -w apps/login\`.`, { cause })
  })
  const parsed = v.safeParse(pageManifest, JSON.parse(text))
  if (!parsed.success) throw new Error(`${join(folder, manifestName)} is not of this version.`)
  const { documents, parts } = parsed.output
  const assets = [
    ...Object.values(documents).flatMap(({ scripts, styles }) => [...scripts, ...styles]),
    ...Object.values(parts).filter((part) => part !== undefined),
  ]
  const files = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>()
  for (const { src, integrity } of assets) {
    const bytes = new Uint8Array(await readFile(join(folder, src)))
    const type = assetTypes[src.split('.').at(-1) ?? '']
    if (!type || integrityOf(bytes) !== integrity)
      throw new Error(`${src} in ${folder} is not the file that was built.`)
    files.set(src, { bytes, type })
  }
  const { approve, approveStyle, decoder, work, worker } = parts
  return {
    files,
    documents,
    parts: { approve, decoder, work, worker, ...(approveStyle && { approveStyle }) },
  }
}
