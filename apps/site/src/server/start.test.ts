import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPage } from './buildPage.ts'
import { type Site, start } from './start.ts'

const options = {
  port: 0,
  projectId: 'demo',
  networks: [
    {
      id: 31337,
      name: 'Devnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['http://127.0.0.1:4100'] } },
    },
  ],
}
let site: Site
beforeAll(async () => {
  await buildPage()
  site = await start(options)
})
afterAll(() => site.stop())

/** Node may not resolve `*.localhost`, so the name is sent as Host header. */
const get = (path: string) =>
  new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
    const { host } = new URL(site.url)
    const asked = request(
      { host: '127.0.0.1', port: site.port, path, headers: { Host: host } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: String(answer.headers['content-type']),
            text,
          }),
        )
      },
    )
    asked.on('error', reject).end()
  })

test('serves the built pages and every file that they reference', async () => {
  for (const path of ['/', '/plain.html']) {
    const { text } = await get(path)
    const named = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = '']) => file)
    expect(named.filter((file) => file.startsWith('/assets/')).length).toBeGreaterThan(0)
    for (const file of named) expect((await get(file)).status, file).toBe(200)
    expect(text).not.toMatch(/<style|style="|<script>|onclick=/)
  }
  expect(await get('/mark.svg')).toMatchObject({ status: 200, type: 'image/svg+xml' })
  expect(JSON.parse((await get('/health')).text)).toEqual({ status: 'ok' })
})

test('does not rebuild the page if nothing changed', async () => {
  expect(await buildPage()).toBe(false)
})

test('rejects a port that is in use', async () => {
  await expect(start({ ...options, port: site.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})

test('rejects a config without networks', async () => {
  await expect(start({ ...options, networks: [] })).rejects.toThrow()
})
