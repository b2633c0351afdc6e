import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAudit, openDatabase } from '@foyer/server/database'
import { makeTestFolder } from '@foyer/server/testDatabase'
import { testEnvironment } from '@foyer/server/testEnvironment'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audit } from './database/schema.ts'
import { vaultDatabase } from './database/vaultDatabase.ts'
import { newKek } from './startTestVault.test.kit.ts'

test('the audit command confirms an intact log, and names a row that was edited', async () => {
  const path = await mkdtemp(join(tmpdir(), 'foyer-vault-'))
  const key = randomBytes(32).toString('hex')
  const env = {
    DATA_DIR: join(path, 'data'),
    PUBLIC_URL: 'http://127.0.0.1:4002',
    FOYER_KEK_B: newKek('b1'),
    VAULT_HMAC_KEY: key,
    VAULT_SERVICE_SECRET: randomBytes(32).toString('hex'),
    AUTH_URL: 'http://127.0.0.1:9',
    TOKEN_ISSUER: 'https://id.example',
    LOGIN_ORIGIN: 'https://id.example',
    SMTP_URL_B: 'smtp://127.0.0.1:9',
    MAIL_FROM_B: 'vault@id.example',
  }
  const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
  const run = (...words: string[]) =>
    new Promise<string>((resolve) =>
      execFile(
        process.execPath,
        ['--conditions=@foyer/source', cli, ...words],
        { env: testEnvironment(env) },
        (error, out, err) => resolve(`${error?.code ?? 0} ${out}${err}`),
      ),
    )
  try {
    const open = () => openDatabase(vaultDatabase, { kind: 'folder', path: env.DATA_DIR })
    await makeTestFolder(vaultDatabase, env.DATA_DIR)
    const first = await open()
    for (const index of [1, 2, 3, 4])
      await createAudit(audit, { key, now: Date.now })(first.queries, { kind: 'test', index })
    await first.close()
    expect(await run('audit')).toContain('0 4 rows, all well')
    const second = await open()
    await second.queries.update(audit).set({ event: '{}' }).where(eq(audit.seq, 3))
    await second.close()
    expect(await run('audit')).toContain('1 The audit log is broken at row 3')
    expect(await run('rotate')).toContain('0 0 rows put under b1')
  } finally {
    await rm(path, { recursive: true })
  }
})
