import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeSecrets, readSecret } from './secrets.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Every file below a folder, with its content and mode. */
async function readAll(folder: string): Promise<Record<string, { text: string; mode: number }>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const read = files.map(async ({ name, parentPath }) => {
    const path = join(parentPath, name)
    const { mode } = await stat(path)
    const found = { text: await readFile(path, 'utf8'), mode: mode & 0o777 }
    return [path.slice(folder.length + 1), found] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

test('gives each part its own secrets, readable only by this user, and keeps them', async () => {
  const folder = await newFolder()
  await makeSecrets(folder)
  const made = await readAll(folder)
  expect(Object.keys(made)).toEqual(
    expect.arrayContaining([
      'login/FOYER_KEK_A',
      'login/OTP_PEPPER',
      'login/TOKEN_KEYS',
      'vault/FOYER_KEK_B',
    ]),
  )
  for (const [path, { mode }] of Object.entries(made)) expect([path, mode]).toEqual([path, 0o600])
  for (const part of ['api', 'login', 'relay', 'site', 'sponsor', 'vault'])
    expect((await stat(join(folder, part))).mode & 0o777).toBe(0o700)

  // The login server's own secrets are not in the vault's folder, and vice versa.
  const inFolder = (part: string) =>
    Object.entries(made).flatMap(([path, { text }]) => (path.startsWith(part) ? [text] : []))
  const both = inFolder('login').filter((text) => inFolder('vault').includes(text))
  expect(both).toEqual([made['vault/VAULT_SERVICE_SECRET']?.text])

  await makeSecrets(folder)
  expect(await readAll(folder)).toEqual(made)
})

test('restores a shared secret that one side lost', async () => {
  const folder = await newFolder()
  await makeSecrets(folder)
  const secret = await readSecret(folder, 'vault', 'VAULT_SERVICE_SECRET')
  await rm(join(folder, 'login'), { recursive: true })
  await writeFile(join(folder, 'api/SERVICE_TOKEN'), '\n')
  await makeSecrets(folder)
  expect(await readSecret(folder, 'login', 'VAULT_SERVICE_SECRET')).toBe(secret)
  expect(await readSecret(folder, 'login', 'API_SERVICE_TOKEN')).toBe(
    await readSecret(folder, 'api', 'SERVICE_TOKEN'),
  )
})
