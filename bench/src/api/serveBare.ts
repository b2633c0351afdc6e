import { readFileSync } from 'node:fs'
import { apiDatabase } from '@foyer/api'
import { openDatabase } from '@foyer/server/database'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { busyAccount, seededChain } from './seedHistory.ts'

/** `serveBare.ts <file>`: the least that a server can do: Hono alone with the api's answers, and the plainest query. */
const { bodies, location } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  bodies: Record<string, string>
  location?: Parameters<typeof openDatabase<typeof apiDatabase.schema>>[1]
}
const app = new Hono()
for (const [name, body] of Object.entries(bodies))
  app.get(`/${name}`, (c) => c.body(body, 200, { 'Content-Type': 'application/json' }))
if (location) {
  const { queries } = await openDatabase(apiDatabase, location)
  const page = `select t.* from history_entries e
    join history_transactions t using (chain_id, block, place)
    where e.account = '${busyAccount}' and e.chain_id = '${seededChain}'
    order by e.mined_at desc limit 51`
  app.get('/query', async (c) => c.json(Object((await queries.execute(page)) as object).rows ?? []))
}
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`on http://127.0.0.1:${port}`),
)
