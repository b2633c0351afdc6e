import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defaultClientConditions, defineConfig, type Plugin, type Rolldown } from 'vite'
import core from '../../packages/core/vite.config.ts'
import evm from '../../packages/evm/vite.config.ts'
import protocol from '../../packages/protocol/vite.config.ts'
import siwx from '../../packages/siwx/vite.config.ts'
import solana from '../../packages/solana/vite.config.ts'
import ui from '../../packages/ui/vite.config.ts'
import walletconnect from '../../packages/walletconnect/vite.config.ts'
import x402 from '../../packages/x402/vite.config.ts'
import { sourceChunks } from '../../scripts/packageBuild.ts'

/** Refuses a file with a page's script and modules that other files import: these would run the script on their page. */
const pagesApart: Plugin = {
  name: 'pages-apart',
  generateBundle(_, bundle) {
    const isScript = (id: string) =>
      this.getModuleInfo(id)?.importers.some((importer) => importer.endsWith('.html'))
    for (const part of Object.values(bundle))
      if (part.type === 'chunk' && part.exports.length > 0 && part.moduleIds.some(isScript))
        this.error(`${part.fileName} holds modules of other pages: import its view lazily`)
  },
}

/** The pages with React. They share much, so that a module of one of them may be loaded with another. */
const reactPages = ['agent', 'club', 'hooks', 'index', 'members', 'shop']

/**
 * One file for all that the same pages load at first, instead of fifty for each page. It contains parts of features that a
 * page imports by a package's index and uses only later.
 */
function firstLoad(): Rolldown.CodeSplittingGroup {
  let names: Map<string, string> | undefined
  return {
    name: (id, context) => {
      names ??= nameFirst((module) => context.getModuleInfo(module))
      return names.get(id) ?? null
    },
    debugName: 'first load',
    tags: ['$initial'],
    // What a module imports is loaded by the same pages, so it has a name of its own.
    includeDependenciesRecursively: false,
    priority: 1_000,
  }
}

/** The names of the pages that import a module, but not lazily, if it is more than one page. */
function nameFirst(getModuleInfo: Rolldown.GetModuleInfo): Map<string, string> {
  const pagesOf = new Map<string, string[]>()
  for (const page of reactPages) {
    const ids = new Set([new URL(`${page}.html`, import.meta.url).pathname])
    for (const id of ids) {
      pagesOf.set(id, [...(pagesOf.get(id) ?? []), page])
      for (const next of getModuleInfo(id)?.importedIds ?? []) ids.add(next)
    }
  }
  // Modules of one page would be in one file with its script.
  const shared = [...pagesOf].filter(([, pages]) => pages.length > 1)
  return new Map(shared.map(([id, pages]) => [id, pages.join('-')]))
}

/** A build of its own for some pages, so that they share no file with the others. */
const environment = (names: readonly string[], groups: Rolldown.CodeSplittingGroup[]) => ({
  consumer: 'client' as const,
  resolve: { conditions: ['@foyer/source', ...defaultClientConditions] },
  build: {
    rolldownOptions: {
      input: names.map((name) => `${name}.html`),
      output: { codeSplitting: { groups } },
    },
  },
})

export default defineConfig((env) => {
  // The files of an outside site with the published packages: one for each moment at which a page needs it.
  const chunks = sourceChunks({
    ...{ protocol, core, evm, solana, walletconnect, siwx, x402 },
    ui: ui({ ...env, mode: 'production' }),
  })
  return {
    plugins: [pagesApart],
    build: {
      outDir: 'dist/web',
      // Two builds fill it.
      emptyOutDir: false,
      target: 'es2023',
      // Same targets as the package itself: keeps light-dark().
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      // Inline nothing: a strict content policy forbids data URLs of styles and scripts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
    environments: {
      client: environment(reactPages, [firstLoad(), ...chunks]),
      plain: environment(['plain'], chunks),
    },
    builder: {
      async buildApp({ build, config, environments }) {
        await rm(resolve(config.root, config.build.outDir), { recursive: true, force: true })
        await Promise.all(Object.values(environments).map((one) => build(one)))
      },
    },
  }
})
