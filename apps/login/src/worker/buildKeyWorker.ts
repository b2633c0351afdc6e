import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

/** The worker's bundle: one self-contained classic script. */
export type KeyWorkerBundle = {
  code: string
  /** `sha384-…`, for `integrity` of the fetch. */
  integrity: string
  gzipBytes: number
  /** Names of the npm packages in the bundle, sorted; `foyer` stands for the repository's own sources. */
  packages: string[]
}

/** Inlines tiny-secp256k1's WASM, since a worker from a blob URL can not fetch a file beside it. */
function inlineWasm(): Plugin {
  const loader = /tiny-secp256k1\/lib\/wasm_loader(?:\.browser)?\.js$/
  return {
    name: 'inline-wasm',
    enforce: 'pre',
    load(id) {
      if (!loader.test(id)) return undefined
      const wasm = readFileSync(join(dirname(id), 'secp256k1.wasm')).toString('base64')
      return `import * as rand from './rand.browser.js'
import * as validate from './validate_error.js'
const bytes = Uint8Array.from(atob(${JSON.stringify(wasm)}), (letter) => letter.charCodeAt(0))
const imports = { './rand.js': rand, './validate_error.js': validate }
export default new WebAssembly.Instance(new WebAssembly.Module(bytes), imports).exports`
    },
  }
}

/** Returns a module's package: `@noble/hashes` for `…/node_modules/@noble/hashes/sha2.js`, `foyer` for own sources. */
function packageOf(id: string): string {
  const path = id.split('node_modules/').at(-1) ?? id
  if (path === id)
    return /\/(?:packages\/(?:decode|protocol)|apps\/login)\//.test(id) ? 'foyer' : id
  const [scope = '', name = ''] = path.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

/** Bundles the key worker. @param entryName - Path, relative to this folder, of another entry to bundle the same way. */
export async function buildKeyWorker(entryName = 'vault.worker.ts'): Promise<KeyWorkerBundle> {
  const entry = fileURLToPath(new URL(entryName, import.meta.url))
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: dirname(entry),
    resolve: {
      conditions: ['@foyer/source', 'module', 'browser', 'import', 'default'],
      // Workspace packages use the login site's version of these, so that each is bundled once.
      dedupe: ['@noble/hashes', 'valibot'],
    },
    plugins: [inlineWasm()],
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      lib: { entry, formats: ['iife'], name: 'foyerKeyWorker' },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) =>
    'output' in each ? each.output : [],
  )
  const chunks = outputs.flatMap((each) => (each.type === 'chunk' ? [each] : []))
  const [chunk] = chunks
  if (!chunk || chunks.length !== 1) throw new Error('The key worker is not one script.')
  const files = Object.entries(chunk.modules).filter(([, { code }]) => code)
  const ids = files.map(([id]) => id.replace(/^\0/, '').replace(/\?.*$/, ''))
  return {
    code: chunk.code,
    integrity: `sha384-${createHash('sha384').update(chunk.code).digest('base64')}`,
    gzipBytes: gzipSync(chunk.code).length,
    packages: [...new Set(ids.map(packageOf))].sort(),
  }
}
