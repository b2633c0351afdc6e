import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { serveSites } from '@foyer/devnet/serveSites'
import { build, type Rolldown } from 'vite'

/**
 * Builds pages for production and serves them from memory, compressed: the page `baseline` at `/baseline`.
 *
 * @param pages - the script of each page, by its name
 * @param options.published - true: from the packages as published, after {@link buildPublished}; else from their sources
 * @returns `url` of the pages, and `emptyUrl` of an empty page on another site.
 */
export async function servePages(
  folder: string,
  pages: Readonly<Record<string, string>>,
  { published = false }: { published?: boolean } = {},
): Promise<{ url: string; emptyUrl: string; stop: () => Promise<void> }> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    root: folder,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      conditions: [...(published ? [] : ['@foyer/source']), 'module', 'browser', 'production'],
    },
    build: {
      write: false,
      target: 'es2023',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(pages).map(([name, file]) => [name, join(folder, file)]),
        ),
        output: { entryFileNames: '[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput
  const scripts = new Map<string, Uint8Array<ArrayBuffer>>(
    built.output.flatMap((item) =>
      item.type === 'chunk' ? [[`/${item.fileName}`, gzipSync(item.code)] as const] : [],
    ),
  )
  const sites = serveSites(new Map())
  const html = '<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><body>'
  const url = await sites.open('pages', (path) => {
    const script = scripts.get(path)
    return script
      ? {
          body: script,
          headers: { 'content-encoding': 'gzip', 'content-type': 'text/javascript' },
        }
      : { body: `${html}<script type="module" src="${path}.js"></script>` }
  })
  const emptyUrl = await sites.open('empty', () => ({ body: '<!doctype html>' }))
  return { url, emptyUrl, stop: sites.stop }
}
