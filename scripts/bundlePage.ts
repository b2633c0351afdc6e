import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** One script of a page: its own gzip bytes, and its static imports. */
export type Script = {
  name: string
  /** The package and source file of a lazy import: `ui: AccountView`. */
  lazyFile: string | undefined
  code: string
  gzipBytes: number
  imports: string[]
  /** Source files, largest first, with their length before minifying. */
  files: { path: string; length: number }[]
}

const react = /node_modules\/(react|react-dom|scheduler)\//

/** True if a script is React, which is not counted because every measured page has it. */
export function isReact({ files }: Script): boolean {
  return files.length > 0 && files.every(({ path }) => react.test(path))
}

/** True if a script contains only the bundler's own helpers, which a page with React has in its own script. */
export function isBundlers({ files }: Script): boolean {
  return files.every(({ path }) => /rolldown\/runtime|vite\/preload-helper/.test(path))
}

/** `ui: AccountView` of `…/packages/ui/dist/chunks/views-account-AccountView.js`. */
function nameLazy(path: string): string {
  const [, name, file] =
    /(?:packages|node_modules)\/(.+?)\/(?:.*[/-])?([^/-]+)\.m?js$/.exec(path) ?? []
  return `${name}: ${file}`
}

/**
 * Bundles a page's script like a site: minified and split, from the packages as published.
 *
 * @param code - The page's own script; it resolves packages like a file at the root.
 * @param external - Packages that the page already has; left out.
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
          // The code that Vite wraps around lazy imports belongs to the site's bundler, not to the packages.
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
  if (!('output' in result)) throw new Error('the bundler returned more than one output')
  const chunks = result.output.filter((item) => item.type === 'chunk')
  const lazy = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports))
  return chunks.map((chunk) => {
    const files = Object.entries(chunk.modules)
      .map(([path, { renderedLength }]) => ({ path, length: renderedLength }))
      .filter(({ length }) => length > 0)
      .sort((a, b) => b.length - a.length)
    const own = files.find(({ path }) => path.includes('/packages/'))
    const behind = chunk.facadeModuleId ?? own?.path
    return {
      name: chunk.fileName,
      lazyFile: lazy.has(chunk.fileName) && behind ? nameLazy(behind) : undefined,
      code: chunk.code,
      gzipBytes: gzipSync(chunk.code, { level: 9 }).length,
      imports: chunk.imports,
      files,
    }
  })
}
