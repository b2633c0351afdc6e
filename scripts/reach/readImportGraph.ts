import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path/posix'
import { readImports, scriptLanguages } from './readImports.ts'

/** The files that each file of the repository loads or names; paths from the root. */
export type ImportGraph = ReadonlyMap<
  string,
  {
    readonly files: ReadonlySet<string>
    /** External modules: `node:net`, `ws`. */
    readonly modules: ReadonlySet<string>
  }
>

/**
 * Reads each file's imports. Also counts a file as loaded if another one names it in a string (`'main.ts'`,
 * `'../decode/describeRequest.ts'`), because servers, workers and pages are started or built by name. Type imports do not
 * count.
 *
 * @param files - Paths from `root`.
 */
export function readImportGraph(root: string, files: readonly string[]): ImportGraph {
  const known = new Set(files)
  const entries = readEntries(root, files)
  return new Map(
    files
      .filter((path) => extname(path) in scriptLanguages || extname(path) === '.html')
      .map((path) => [path, readFile(path)]),
  )

  function readFile(path: string) {
    const text = readFileSync(join(root, path), 'utf8')
    const found = { files: new Set<string>(), modules: new Set<string>() }
    const imports = extname(path) in scriptLanguages ? readImports(path, text) : []
    const loaded = imports.filter(({ isType }) => !isType).map(({ name }) => name)
    const erased = imports.filter(({ isType }) => isType).map(({ name }) => name)
    for (const name of loaded) {
      const target = resolve(path, name)
      if (target) found.files.add(target)
      else if (!name.startsWith('.')) found.modules.add(name)
    }
    for (const [, name = ''] of text.matchAll(
      /['"`]([\w@./-]+\.(?:[mc]?[jt]sx?|html|css))['"`]/g,
    )) {
      if (erased.includes(name) && !loaded.includes(name)) continue
      const target = resolve(path, name) ?? resolve(path, `./${name.replace(/^\//, '')}`)
      if (target && target !== path) found.files.add(target)
    }
    // A build finds its pages through its configuration.
    if (found.modules.has('vite'))
      for (const page of listPages(path)) if (page !== path) found.files.add(page)
    return found
  }

  function resolve(from: string, name: string): string | undefined {
    const plain = name.replace(/\?.*$/, '')
    if (!plain.startsWith('.')) return entries.get(plain)
    const target = join(dirname(from), plain)
    return known.has(target) ? target : undefined
  }

  function listPages(path: string): string[] {
    const folder = packageOf(path)
    return files.filter(
      (file) =>
        dirname(file) === folder &&
        /\.html$|^vite\.config\.ts$/.test(file.slice(folder.length + 1)),
    )
  }
}

/** The workspace folder of a file: `packages/core`, `devnet`. */
export function packageOf(path: string): string {
  const [top = '', name = ''] = path.split('/')
  return top === 'packages' || top === 'apps' ? `${top}/${name}` : top
}

/** The source file of each entry of our packages: `@foyer/core/internal`. */
function readEntries(root: string, files: readonly string[]): ReadonlyMap<string, string> {
  type Exports = Record<string, string | { '@foyer/source'?: string }>
  return new Map(
    files
      .filter((path) => /(^|\/)package\.json$/.test(path) && existsSync(join(root, path)))
      .flatMap((path) => {
        const { exports = {}, name = '' } = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
          name?: string
          exports?: Exports
        }
        return Object.entries(exports).flatMap(([entry, target]) => {
          const source = typeof target === 'string' ? target : target['@foyer/source']
          return source ? [[join(name, entry), join(dirname(path), source)] as const] : []
        })
      }),
  )
}
