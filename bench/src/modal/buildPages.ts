import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

const pages = { floor: 'FloorPage.tsx', foyer: 'FoyerPage.ts' } as const

/** Builds both pages for production, and serves them from memory. */
export async function buildPages(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['@foyer/source', 'module', 'browser', 'production'] },
    build: {
      target: 'es2023',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: {
        input: Object.fromEntries(
          Object.entries(pages).map(([name, file]) => [name, join(import.meta.dirname, file)]),
        ),
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    const name = pathname.slice(1)
    if (name in pages) {
      response.setHeader('content-type', 'text/html')
      response.end(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><body><script type="module" src="/${name}.js"></script>`,
      )
      return
    }
    try {
      const body = readFileSync(join(folder, pathname))
      response.setHeader('content-type', 'text/javascript')
      response.end(body)
    } catch {
      response.statusCode = 404
      response.end()
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
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
