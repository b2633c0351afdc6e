import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readOwn } from '@foyer/protocol'

/** A built file with its headers. */
export type PageFile = {
  readonly type: string
  readonly etag: string
  readonly body: Uint8Array<ArrayBuffer>
  /** Compressed bodies, by content coding. */
  readonly encoded: Partial<Record<'br' | 'gzip', Uint8Array<ArrayBuffer>>>
  /** True if the name contains a hash of the content, so that it never changes. */
  readonly isImmutable: boolean
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
}
/** Smaller files are not worth compressing, bytes. */
const compressFromBytes = 1024

/** Prepares a file for serving. */
export function makePageFile(path: string, content: Buffer | string): PageFile {
  const body = bytes(Buffer.from(content))
  const type = readOwn(types, extname(path)) ?? 'application/octet-stream'
  const isText = /^text|json|svg/.test(type)
  return {
    type,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    body,
    encoded:
      isText && body.length >= compressFromBytes
        ? {
            br: bytes(
              brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
            ),
            gzip: bytes(gzipSync(body)),
          }
        : {},
    isImmutable: path.startsWith('/assets/'),
  }
}

/**
 * Reads every file of a built page into memory.
 *
 * @returns By path, such as `/assets/index-1a2b3c.js`.
 */
export async function readPageFiles(folder: string): Promise<Map<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  return new Map(
    await Promise.all(
      files.map(async ({ name, parentPath }) => {
        const full = join(parentPath, name)
        const path = `/${relative(folder, full).split(sep).join('/')}`
        return [path, makePageFile(path, await readFile(full))] as const
      }),
    ),
  )
}

function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}
