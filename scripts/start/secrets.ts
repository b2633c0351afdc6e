import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The parts with secrets; each reads only its own folder. */
type Owner = 'api' | 'login' | 'relay' | 'site' | 'sponsor' | 'vault'

const random = () => randomBytes(32).toString('hex')
const key = (kid: string) => () => `${kid}:${randomBytes(32).toString('base64')}`

/** Files are named like the servers' variables, so that `X_FILE` can point to them. */
const ownSecrets: Readonly<Record<Owner, Readonly<Record<string, () => string>>>> = {
  api: {},
  login: { FOYER_KEK_A: key('kekA-1'), OTP_PEPPER: random, TOKEN_KEYS: key('token-1') },
  relay: {},
  site: {},
  sponsor: { SENDER_KEYS: () => `0x${random()}` },
  vault: { FOYER_KEK_B: key('kekB-1'), VAULT_HMAC_KEY: random },
}

/** Secrets shared by two servers: the same in both folders, under each server's name for it. */
const sharedSecrets: readonly Readonly<Partial<Record<Owner, string>>>[] = [
  { login: 'VAULT_SERVICE_SECRET', vault: 'VAULT_SERVICE_SECRET' },
  { sponsor: 'SERVICE_TOKEN', login: 'SPONSOR_TOKEN' },
  { sponsor: 'MERCHANT_TOKEN', site: 'FACILITATOR_TOKEN' },
  { api: 'SERVICE_TOKEN', login: 'API_SERVICE_TOKEN', relay: 'API_TOKEN' },
]

const pathOf = (folder: string, owner: Owner, name: string) => join(folder, owner, name)

/** Creates every missing secret, readable only by this user. */
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
 * @throws Error of the system if it does not exist
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
  // The mode above applies to new files only, so set that of an existing one.
  await chmod(path, 0o600)
}
