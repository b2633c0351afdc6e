import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

const pages = { floor: 'CodeFloorPage.tsx', foyer: 'CodePage.ts' } as const

/** Builds both pages for production, and serves them from memory. */
export async function buildCodePages(): Promise<{ url: string; stop: () => Promise<void> }> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['@foyer/source', 'module', 'browser', 'production'] },
    build: {
      write: false,
      target: 'es2023',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      rollupOptions: {
        input: Object.fromEntries(
          Object.entries(pages).map(([name, file]) => [name, join(import.meta.dirname, file)]),
        ),
        output: { entryFileNames: '[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput
  const files = new Map(
    built.output.map((file) => [`/${file.fileName}`, 'code' in file ? file.code : file.source]),
  )
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    const name = pathname.slice(1)
    const file = files.get(pathname)
    if (name in pages) {
      response.setHeader('content-type', 'text/html')
      response.end(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><body><script type="module" src="/${name}.js"></script>`,
      )
    } else if (file === undefined) {
      response.statusCode = 404
      response.end()
    } else {
      response.setHeader('content-type', 'text/javascript')
      response.end(file)
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
