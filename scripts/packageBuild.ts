import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown, UserConfig } from 'vite'

type Entries = Readonly<Record<string, string>>

/**
 * Builds a package into few files: one for each moment at which a page first needs it.
 *
 * A site's bundler makes a file for each lazy import, and another one for each set of lazy imports that share a module. So the
 * published package already has one module for everything that loads together.
 *
 * @param chunks - Files of `src` by chunk, in the order in which a page needs the chunks. A file's imports are in the same chunk,
 *   unless an earlier chunk has them. Files of no chunk stay modules of their own.
 */
export function packageBuild({
  chunks,
  entries,
}: {
  chunks: Readonly<Record<string, readonly string[]>>
  entries: Entries
}): UserConfig {
  const isEntry = (id: string) => Object.values(entries).some((entry) => id.endsWith(`/${entry}`))
  const groups: Rolldown.CodeSplittingGroup[] = Object.entries(chunks).map(
    ([name, files], index, all) => ({
      name,
      priority: all.length - index,
      test: (id) => files.some((file) => id.endsWith(`/src/${file}`)),
    }),
  )
  groups.push({
    name: (id) => (isEntry(id) ? null : nameOf(id)),
    debugName: 'modules of their own',
    priority: 0,
    includeDependenciesRecursively: false,
  })
  return libraryBuild({
    entries,
    plugins: [freshChunks(Object.values(chunks).flat()), plainNamespaces()],
    rolldownOptions: {
      // The chunk of an entry's own file contains only that file.
      preserveEntrySignatures: 'allow-extension',
      external: (id) => /^[a-z@]/.test(id),
      output: { chunkFileNames: 'chunks/[name].js', codeSplitting: { groups } },
    },
  })
}

/**
 * The chunks of packages, for a site that is built from their sources: without them each of its pages loads a hundred files.
 *
 * @param configs - Each package's configuration, by its folder in `packages`; a module that two chunks need is in the first one.
 */
export function sourceChunks(
  configs: Readonly<Record<string, UserConfig>>,
): Rolldown.CodeSplittingGroup[] {
  const chunks = Object.entries(configs).flatMap(([folder, { build }]) => {
    const output = build?.rolldownOptions?.output as
      | { codeSplitting?: { groups?: Rolldown.CodeSplittingGroup[] } }
      | undefined
    const own = (output?.codeSplitting?.groups ?? []).flatMap(({ name, test }) =>
      typeof test === 'function'
        ? {
            name: `${folder}-${name}`,
            test: (id: string) => id.includes(`/packages/${folder}/src/`) && test(id) === true,
          }
        : [],
    )
    if (own.length === 0) throw new Error(`packages/${folder}/vite.config.ts has no chunks`)
    return own
  })
  // A page loads only the libraries that it needs.
  const libraries = { name: 'library', test: /\/node_modules\//, entriesAware: true }
  return [libraries, ...chunks].map((group, index, all) => ({
    ...group,
    priority: all.length - index,
  }))
}

/** `views-connect-QrCode` of `…/src/views/connect/QrCode.tsx`. */
function nameOf(id: string): string | null {
  const path = id.split('/src/').at(1)
  return path ? path.replace(/(\.tsx?)?(\?.*)?$/, '').replaceAll('/', '-') : null
}

/** Build settings that all packages share. */
export function libraryBuild({
  define = {},
  entries,
  plugins = [],
  rolldownOptions,
}: {
  define?: Record<string, string>
  entries: Entries
  plugins?: Plugin[]
  rolldownOptions: Rolldown.RolldownOptions
}): UserConfig {
  const oneFile = 'cdn' in entries
  return {
    plugins,
    define,
    // The package is built from sources; `tsc -b` writes the types into the same folder.
    resolve: { conditions: ['@foyer/source', 'module', 'browser', 'import', 'default'] },
    build: {
      target: 'es2023',
      emptyOutDir: false,
      sourcemap: !oneFile,
      minify: oneFile,
      // A site's bundler minifies scripts, but not the styles inside them.
      cssMinify: true,
      // Target browsers with light-dark(): for older ones it would be rewritten to code that ignores color-scheme.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      lib: { entry: { ...entries }, formats: ['es'] },
      rolldownOptions,
    },
  }
}

/**
 * Removes the chunks of an earlier build, which may have had other names, but keeps the types next to them. Throws if a chunk
 * names a moved file, which would otherwise be in no chunk.
 */
function freshChunks(files: readonly string[]): Plugin {
  let folder = ''
  return {
    name: 'fresh-chunks',
    configResolved({ build, root }) {
      folder = join(root, build.outDir, 'chunks')
      for (const file of files)
        if (!existsSync(join(root, 'src', file))) throw new Error(`There is no ${file} in src.`)
    },
    buildStart: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Writes the object of getters for a lazy import of part of a chunk. Otherwise the bundler calls a helper in a separate file,
 * which every page would have to fetch.
 */
function plainNamespaces(): Plugin {
  return {
    name: 'plain-namespaces',
    generateBundle(_, bundle) {
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type !== 'chunk') continue
        if (chunk.name === 'rolldown-runtime') delete bundle[file]
        else if (chunk.code.includes('rolldown-runtime')) {
          chunk.code = writeNamespaces(chunk.code)
          if (/\b__exportAll\b|rolldown-runtime/.test(chunk.code))
            this.error(`${file}: a namespace is written in a way that is not known here`)
        }
      }
    },
  }
}

function writeNamespaces(code: string): string {
  return code
    .replace(/^import \{ t as __exportAll \} from .*$/m, '')
    .replace(/\/\* @__PURE__ \*\/ __exportAll\(\{(.*?)\}\);/gs, (_, getters: string) => {
      const written = getters.replace(
        /([\w$]+): \(\) => ([\w$]+)/g,
        (_, name: string, value: string) => `get ${name}() { return ${value} }`,
      )
      return `{${written}};`
    })
}
