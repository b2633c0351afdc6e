import { fileURLToPath } from 'node:url'
import { build, defaultClientConditions } from 'vite'
import { type ServedPage, servePage } from './servePage.ts'

/**
 * Bundles scripts for the browser from the workspaces' sources.
 *
 * @returns Each by its file's name, with their chunks: entry `host` is `host.js`.
 * @throws Error of the bundler
 */
export async function bundleScripts(
  entries: Readonly<Record<string, URL>>,
): Promise<Map<string, string>> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@foyer/source', ...defaultClientConditions] },
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(entries).map(([name, url]) => [name, fileURLToPath(url)]),
        ),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
      },
    },
  })
  if (!('output' in result)) throw new Error('the bundler gave no single output')
  return new Map(
    result.output.flatMap((item) => (item.type === 'chunk' ? [[item.fileName, item.code]] : [])),
  )
}

/** A site's answer: an HTML document, unless its headers say otherwise. */
export type SiteAnswer = {
  body: string | Uint8Array<ArrayBuffer>
  headers?: Readonly<Record<string, string>>
}

/** Serves sites for a test, each on its own origin, all with the same scripts. */
export function serveSites(scripts: ReadonlyMap<string, string>): {
  /** @returns The site's origin. */
  open(name: string, answer: (path: string) => SiteAnswer): Promise<string>
  stop(): Promise<void>
} {
  const sites: ServedPage[] = []
  return {
    async open(name, answer) {
      const site = await servePage(
        ({ url }) => {
          const { pathname } = new URL(url)
          const script = scripts.get(pathname.slice(1))
          const { body, headers } = script === undefined ? answer(pathname) : { body: script }
          const type = script === undefined ? 'text/html' : 'text/javascript'
          return new Response(body, {
            headers: { 'content-type': type, 'cache-control': 'no-store', ...headers },
          })
        },
        { name, port: 0, who: `The site ${name}` },
      )
      sites.push(site)
      return site.url
    },
    async stop() {
      await Promise.all(sites.map((site) => site.stop()))
    },
  }
}
