import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { openDatabase } from '@foyer/server/database'
import { testEngines } from '@foyer/server/testDatabase'
import pg from 'pg'
import { expect, test } from 'vitest'
import { shape } from './database.ts'
import { shares } from './schema.ts'

const server = process.env.DATABASE_URL_TEST ?? ''
const guide = new URL('../../../../../docs/embedded.md', import.meta.url)

/** An address of the test server for a role and a database. */
function addressOf(role: string, database: string): string {
  const url = new URL(server)
  url.username = role
  url.password = 'x'
  url.pathname = `/${database}`
  return url.href
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

// Only one engine has roles; the embedded one is a folder of its own process.
test.runIf(testEngines.includes('PostgreSQL'))(
  "[T88] with the roles and databases of the guide, neither server can connect to the other's database",
  async () => {
    const text = await readFile(guide, 'utf8')
    const block = /```sql\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
    const suffix = randomBytes(4).toString('hex')
    const [login, vault] = [`foyer_login_${suffix}`, `foyer_vault_${suffix}`]
    const statements = block
      .replaceAll(/foyer_(login|vault)/g, (name) => `${name}_${suffix}`)
      .replaceAll(/password '[^']*'/g, "password 'x'")
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== '')
    expect(statements).toHaveLength(6)
    try {
      for (const statement of statements) await query(server, statement)
      // Its own owner creates its tables, and needs no other right.
      const { close, queries } = await openDatabase(shape, {
        kind: 'postgres',
        url: addressOf(login, login),
      })
      expect(await queries.select().from(shares)).toEqual([])
      await close()
      const refused = { code: '42501', message: expect.stringContaining('permission denied') }
      await expect(query(addressOf(login, vault), 'select 1')).rejects.toMatchObject(refused)
      await expect(query(addressOf(vault, login), 'select 1')).rejects.toMatchObject(refused)
      expect(await query(addressOf(login, login), 'select 1 as one')).toEqual([{ one: 1 }])
      // One role can not become the other either.
      await expect(query(addressOf(login, login), `set role ${vault}`)).rejects.toMatchObject(
        refused,
      )
    } finally {
      for (const name of [login, vault]) {
        await query(server, `drop database if exists ${name} with (force)`)
        await query(server, `drop role if exists ${name}`)
      }
    }
  },
)
