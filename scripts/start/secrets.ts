import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The parts that have secrets; each reads its own folder only. */
type Owner = 'api' | 'login' | 'relay' | 'vault'

const random = () => randomBytes(32).toString('hex')
const key = (kid: string) => () => `${kid}:${randomBytes(32).toString('base64')}`

/** Files are called as the variables of the servers are, so that `X_FILE` can name them. */
const ownSecrets: Readonly<Record<Owner, Readonly<Record<string, () => string>>>> = {
  api: {},
  login: { FOYER_KEK_A: key('kekA-1'), OTP_PEPPER: random, TOKEN_KEYS: key('token-1') },
  relay: {},
  vault: { FOYER_KEK_B: key('kekB-1'), VAULT_HMAC_KEY: random },
}

/** What two servers sign or show to each other: the same in both folders, under the name that each has for it. */
const sharedSecrets: readonly Readonly<Partial<Record<Owner, string>>>[] = [
  { login: 'VAULT_SERVICE_SECRET', vault: 'VAULT_SERVICE_SECRET' },
  { api: 'SERVICE_TOKEN', login: 'API_SERVICE_TOKEN', relay: 'API_TOKEN' },
]

const pathOf = (folder: string, owner: Owner, name: string) => join(folder, owner, name)

/** Makes every secret that is not there yet; readable by this user only. */
export async function makeSecrets(folder: string): Promise<void> {
  for (const owner of Object.keys(ownSecrets) as Owner[]) {
    await mkdir(join(folder, owner), { recursive: true, mode: 0o700 })
    for (const [name, make] of Object.entries(ownSecrets[owner])) {
      const path = pathOf(folder, owner, name)
      if ((await readIfThere(path)) === undefined) await write(path, make())
    }
  }
  for (const names of sharedSecrets) {
    const paths = Object.entries(names).map(([owner, name]) => join(folder, owner, name))
    const found = await Promise.all(paths.map(readIfThere))
    const secret = found.find((text) => text !== undefined) ?? random()
    for (const [index, path] of paths.entries())
      if (found[index] !== secret) await write(path, secret)
  }
}

/**
 * Reads a secret of one part.
 *
 * @throws Error of the system when it was not made
 */
export async function readSecret(folder: string, owner: Owner, name: string): Promise<string> {
  return (await readFile(pathOf(folder, owner, name), 'utf8')).trim()
}

async function readIfThere(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() === '' ? undefined : text.trim()
}

async function write(path: string, secret: string): Promise<void> {
  await writeFile(path, `${secret}\n`, { mode: 0o600 })
  // The mode above is for a file that is made; one that was there keeps its own.
  await chmod(path, 0o600)
}
