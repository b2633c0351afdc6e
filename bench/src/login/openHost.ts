import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

const html = (loginUrl: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><body data-login="${loginUrl}"><script type="module" src="/page.js"></script>`

/** Serves the page of a site that embeds the login, and `/empty` for a frame with nothing in it. */
export async function openHost(
  loginUrl: string,
): Promise<{ url: string; emptyUrl: string; stop: () => Promise<void> }> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    resolve: { conditions: ['@foyer/source', 'module', 'browser', 'production'] },
    build: {
      write: false,
      target: 'es2023',
      rollupOptions: {
        input: { page: join(import.meta.dirname, 'LoginPage.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput
  const files = new Map(
    built.output.map((file) => [`/${file.fileName}`, 'code' in file ? file.code : file.source]),
  )
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    const script = files.get(pathname)
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
    response.end(script ?? (pathname === '/empty' ? '<!doctype html>' : html(loginUrl)))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://host.localhost:${port}`,
    // Another site, as the login is.
    emptyUrl: `http://empty.localhost:${port}/empty`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
