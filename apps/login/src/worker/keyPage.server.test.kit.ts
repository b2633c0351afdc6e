import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openProfile } from '@foyer/devnet/chromium'
import type { Page } from 'playwright'
import { buildKeyWorker } from './buildKeyWorker.ts'
import type { Stores } from './stores.test.kit.ts'

/** A login page with the worker's bundle under the login origin's own policy, and a profile that outlives a browser. */
export async function serveKeyPage(stores: Stores) {
  const [worker, script] = [await buildKeyWorker(), await buildKeyWorker('keyPage.test.kit.ts')]
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    'worker-src blob:',
    `connect-src 'self' ${stores.authUrl} ${stores.vaultUrl}`,
    "require-trusted-types-for 'script'",
    'trusted-types foyer-worker',
  ].join('; ')
  const files: Record<string, readonly [type: string, body: string]> = {
    '/': ['text/html', '<!doctype html><title>Keys</title><script src="/page.js"></script>'],
    '/page.js': ['text/javascript', script.code],
    '/vault.worker.js': ['text/javascript', worker.code],
  }
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? ['text/plain', '']
    response.writeHead(200, {
      'content-type': type,
      'content-security-policy': policy,
      'cross-origin-embedder-policy': 'require-corp',
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const profile = mkdtempSync(join(tmpdir(), 'foyer-keys-'))
  let browser: Awaited<ReturnType<typeof openProfile>> | undefined

  const close = async () => {
    await browser?.close()
    browser = undefined
  }
  return {
    profile,
    close,
    /** A fresh browser on the same profile, its page started. */
    async open(): Promise<Page> {
      await close()
      browser = await openProfile({ folder: profile })
      const page = await browser.context.newPage()
      await page.goto(`http://login.localhost:${port}/`)
      await page.evaluate(
        async ([authUrl, vaultUrl, integrity]) => {
          const all = globalThis as unknown as {
            keyPage: { start(...given: unknown[]): unknown }
            keys: unknown
          }
          all.keys = await all.keyPage.start(authUrl, vaultUrl, integrity)
        },
        [stores.authUrl, stores.vaultUrl, worker.integrity] as const,
      )
      return page
    },
    async stop() {
      await close()
      rmSync(profile, { recursive: true, force: true })
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Asks the worker of a page. */
export async function askPage<result>(
  page: Page,
  name: string,
  params: object = {},
): Promise<result> {
  const answer = await page.evaluate(
    async ([asked, given]) => {
      const { keys } = globalThis as unknown as {
        keys: { ask(name: string, params: object): Promise<unknown> }
      }
      try {
        return { value: await keys.ask(asked, given) }
      } catch (error) {
        const { code, details } = error as { code: string; details: string }
        return { failed: `${code}: ${details}` }
      }
    },
    [name, params] as const,
  )
  if ('failed' in answer) throw new Error(answer.failed)
  return answer.value as result
}
