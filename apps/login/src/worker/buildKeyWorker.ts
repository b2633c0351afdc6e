import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

/** The worker's bundle: one classic script that needs nothing else. */
export type KeyWorkerBundle = {
  code: string
  /** `sha384-…`, for `integrity` of the fetch. */
  integrity: string
  gzipBytes: number
  /** Packages with code in it, `node_modules/` names, sorted; our own sources are `foyer`. */
  packages: string[]
}

/** tiny-secp256k1 with its WASM inside, since a blob worker has no address to fetch another file from. */
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

/** `@noble/hashes` of `…/node_modules/@noble/hashes/sha2.js`; `foyer` of our own files. */
function packageOf(id: string): string {
  const path = id.split('node_modules/').at(-1) ?? id
  if (path === id)
    return /\/(?:packages\/(?:decode|protocol)|apps\/login)\//.test(id) ? 'foyer' : id
  const [scope = '', name = ''] = path.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

/** Builds the worker from its sources. @param entry - Another script of this folder, bundled the same way. */
export async function buildKeyWorker(entryName = 'vault.worker.ts'): Promise<KeyWorkerBundle> {
  const entry = fileURLToPath(new URL(entryName, import.meta.url))
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: dirname(entry),
    resolve: {
      conditions: ['@foyer/source', 'module', 'browser', 'import', 'default'],
      // Our packages share the login site's own exact version, installed once.
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
