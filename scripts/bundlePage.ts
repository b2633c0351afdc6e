import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** One script of a page: its own gzip bytes, and the scripts it needs at once. */
export type Script = {
  name: string
  /** The file behind it, when it is loaded by a lazy import: `AccountView`. */
  lazyFile: string | undefined
  code: string
  gzipBytes: number
  imports: string[]
  /** Source files, largest first, with their length before shrinking. */
  files: { path: string; length: number }[]
}

const react = /node_modules\/(react|react-dom|scheduler)\//

/** Whether a script is React, which every measured page has anyway: it is not counted. */
export function isReact({ files }: Script): boolean {
  return files.length > 0 && files.every(({ path }) => react.test(path))
}

/**
 * Bundles a page's script as a site does: shrunk, split, from the packages as they are published.
 *
 * @param code - The page's own script; it finds packages as a file at the root would.
 * @param external - What the page has already, left out.
 * @returns All scripts; the page's own is named `page.js`.
 */
export async function bundlePage({
  root,
  code,
  external = [],
}: {
  root: string
  code: string
  external?: RegExp[]
}): Promise<Script[]> {
  const page = join(root, 'page.js')
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'page',
        enforce: 'pre',
        resolveId: (id) => (id === page ? page : undefined),
        load(id) {
          if (id === page) return code
          // What Vite wraps around lazy imports belongs to the site's bundler, not to the packages.
          return id.includes('vite/preload-helper')
            ? 'export const __vitePreload = (load) => load()'
            : undefined
        },
      },
    ],
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { page },
        external,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: { groups: [{ name: 'react', test: react }] },
        },
      },
    },
  })
  if (!('output' in result)) throw new Error('the bundler gave no single output')
  return result.output
    .filter((item) => item.type === 'chunk')
    .map((chunk) => ({
      name: chunk.fileName,
      lazyFile: chunk.isDynamicEntry
        ? chunk.facadeModuleId?.split('/').at(-1)?.replace(/\.js$/, '')
        : undefined,
      code: chunk.code,
      gzipBytes: gzipSync(chunk.code, { level: 9 }).length,
      imports: chunk.imports,
      files: Object.entries(chunk.modules)
        .map(([path, { renderedLength }]) => ({ path, length: renderedLength }))
        .filter(({ length }) => length > 0)
        .sort((a, b) => b.length - a.length),
    }))
}
