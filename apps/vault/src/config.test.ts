import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createLocalKms } from '@foyer/protocol/custody'
import { testEnvironment } from '@foyer/server/testEnvironment'
import { checkVariables } from '@foyer/server/testLimits'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { limits } from './limits.ts'
import { start } from './start.ts'
import { newKek } from './startTestVault.test.kit.ts'

const secret = () => randomBytes(32).toString('hex')
const good = () => ({
  PUBLIC_URL: 'http://127.0.0.1:4002',
  FOYER_KEK_B: newKek('b1'),
  VAULT_HMAC_KEY: secret(),
  VAULT_SERVICE_SECRET: secret(),
  AUTH_URL: 'http://127.0.0.1:9',
  TOKEN_ISSUER: 'https://id.example',
  LOGIN_ORIGIN: 'https://id.example',
  SMTP_URL_B: 'smtp://127.0.0.1:9',
  MAIL_FROM_B: 'vault@id.example',
})

test('reads a complete environment', async () => {
  expect(await readConfig(good())).toMatchObject({
    port: 4002,
    allowAssertedRecovery: true,
    database: { kind: 'folder', path: '.foyer/vault' },
    limits: { releasesPerUserPerDay: 3, releasesPerMinute: 30 },
  })
})

test('reads each variable into its option', async () => {
  const env = {
    ...good(),
    ...{
      HOST: '0.0.0.0',
      PORT: '4999',
      TRUST_PROXY: '2',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN: secret(),
    },
    ...{ DATABASE_URL_B: 'postgres://b@db.example/vault', ALLOW_ASSERTED_RECOVERY: 'off' },
    // Fingerprints are not secret.
    FOYER_KEK_A_FINGERPRINTS: 'x,y',
  }
  expect(await readConfig(env)).toMatchObject({
    ...{ host: '0.0.0.0', port: 4999, trustedProxies: 2, logLevel: 'warn' },
    ...{ metricsToken: env.METRICS_TOKEN, publicUrl: env.PUBLIC_URL, kek: env.FOYER_KEK_B },
    ...{ hmacKey: env.VAULT_HMAC_KEY, allowAssertedRecovery: false },
    database: { kind: 'postgres', url: env.DATABASE_URL_B },
    auth: {
      ...{ url: env.AUTH_URL, issuer: env.TOKEN_ISSUER, loginOrigin: env.LOGIN_ORIGIN },
      ...{ serviceSecret: env.VAULT_SERVICE_SECRET, fingerprints: ['x', 'y'] },
    },
    mail: { smtpUrl: env.SMTP_URL_B, from: env.MAIL_FROM_B },
  })
})

test('error: names each secret of the login server found in the environment, but never its value', async () => {
  const foreign = [
    ...['FOYER_KEK_A', 'DATABASE_URL', 'DATABASE_URL_A', 'TOKEN_KEY', 'TOKEN_KEYS', 'OTP_PEPPER'],
    ...['OTP_PEPPER_SECOND', 'SMTP_URL_A', 'FOYER_LOGIN_TOKEN_KEY', 'FOYER_A_X'],
  ]
  for (const name of foreign.flatMap((one) => [one, `${one}_FILE`])) {
    const failure = readConfig({ ...good(), [name]: 'a-value-of-theirs' })
    await expect(failure).rejects.toThrow(name)
    await expect(failure).rejects.not.toThrow('a-value-of-theirs')
  }
  // An empty variable contains no secret.
  expect((await readConfig({ ...good(), TOKEN_KEYS: '' })).port).toBe(4002)
})

test('error: refuses a limit of guesses or of recoveries above its maximum', async () => {
  for (const [name, most] of [
    ['FACTOR_TRIES_PER_HOUR', 5],
    ['DIGIT_TRIES', 3],
    ['RELEASES_PER_USER_PER_DAY', 100],
    ['RELEASES_PER_MINUTE', 10_000],
  ] as const) {
    await expect(readConfig({ ...good(), [name]: String(most) })).resolves.toBeDefined()
    await expect(readConfig({ ...good(), [name]: String(most + 1) })).rejects.toThrow(name)
  }
})

test('error: refuses the same secret for two purposes', async () => {
  const one = secret()
  const failure = readConfig({ ...good(), VAULT_HMAC_KEY: one, VAULT_SERVICE_SECRET: one })
  await expect(failure).rejects.toThrow('VAULT_HMAC_KEY and VAULT_SERVICE_SECRET')
})

test.each([
  ['VAULT_HMAC_KEY', 'short'],
  ['VAULT_HMAC_KEY', 'change-me-change-me-change-me-change-me'],
  ['VAULT_SERVICE_SECRET', 'a'.repeat(64)],
  ['MAIL_FROM_B', 'Foyer <a@b.example>\nBcc: c@d.example'],
  ['LOGIN_ORIGIN', 'https://id.example/path'],
  ['TRUST_PROXY', 'yes'],
])('error: reports that %s is wrong, without repeating its value', async (name, value) => {
  const failure = await readConfig({ ...good(), [name]: value }).catch(
    (error: Error) => error.message,
  )
  expect(failure).toContain(name)
  expect(failure).not.toContain(value)
})

/** Runs the server as an operator does. */
function run(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@foyer/source', main], {
    env: testEnvironment({ ...env, PORT: '0', NODE_NO_WARNINGS: '1' }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part
    })
  // A server that starts would run forever.
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
  return new Promise((resolve) =>
    child.on('exit', (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    }),
  )
}

test("[T87] refuses to start with a key that is missing, too short, all zeros, a sample, plain text, listed twice or the login server's", async () => {
  const kek = (bytes: Uint8Array) => `b1:${Buffer.from(bytes).toString('base64')}`
  const own = newKek('b1')
  const { fingerprints } = await createLocalKms({ store: 'A', keys: own })
  const environments: Record<string, string>[] = [
    { FOYER_KEK_B: kek(randomBytes(16)) },
    { FOYER_KEK_B: kek(new Uint8Array(32)) },
    { FOYER_KEK_B: kek(Uint8Array.from({ length: 32 }, (_, index) => index)) },
    { FOYER_KEK_B: kek(Buffer.from('this is a text of 32 characters.')) },
    { FOYER_KEK_B: `${own},b2:${own.slice(3)}` },
    { FOYER_KEK_B: own, FOYER_KEK_A_FINGERPRINTS: fingerprints.join(',') },
  ]
  for (const wrong of environments)
    await expect(start(await readConfig({ ...good(), ...wrong }))).rejects.toMatchObject({
      code: 'options-invalid',
    })
  // The error ends the process, and its message contains no key.
  const found = [{ FOYER_KEK_B: '' }, environments[4]!, { FOYER_KEK_A: newKek('a1') }]
  for (const { code, output } of await Promise.all(
    found.map((wrong) => run({ ...good(), ...wrong })),
  )) {
    expect([code, output]).toEqual([1, expect.stringContaining('Foyer vault can not start')])
    expect(output).not.toContain(own.slice(3))
  }
})

test('[T122] reads each limit from its variable, and refuses an invalid value', () =>
  checkVariables(
    limits,
    async (env) => (await readConfig({ ...good(), ...env })).limits,
    new URL('../README.md', import.meta.url),
  ))
