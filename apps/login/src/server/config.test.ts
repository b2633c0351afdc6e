import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLocalKms } from '@foyer/protocol/custody'
import { createAudit, openDatabase } from '@foyer/server/database'
import { makeTestFolder } from '@foyer/server/testDatabase'
import { testEnvironment } from '@foyer/server/testEnvironment'
import { checkVariables } from '@foyer/server/testLimits'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { shape } from './database/database.ts'
import { audit } from './database/schema.ts'
import { newKeys } from './keys/newKeys.ts'
import { limits } from './limits.ts'
import { start } from './start.ts'
import { emptyPages, newKek, newSecret } from './startTestLogin.test.kit.ts'

const good = (): Record<string, string> => ({
  LOGIN_ORIGIN: 'https://id.example',
  FOYER_KEK_A: newKek('kekA-1'),
  OTP_PEPPER: newSecret(),
  TOKEN_KEYS: newKek('token-1'),
  VAULT_SERVICE_SECRET: newSecret(),
  VAULT_URL: 'https://vault.example',
  API_URL: 'http://127.0.0.1:4010',
  API_SERVICE_TOKEN: newSecret(),
  SMTP_URL_A: 'smtp://127.0.0.1:9',
  MAIL_FROM_A: 'login@id.example',
})
const sample = Buffer.from(Uint8Array.from({ length: 32 }, (_, index) => index)).toString('base64')

test('reads a complete environment, and keys from files', async () => {
  const config = await readConfig({
    ...good(),
    FIRST_PARTY_PROJECTS: 'shop, bank',
    NETWORKS: '[{"id":"eip155:31337","name":"Anvil","symbol":"ETH","decimals":18}]',
  })
  expect(config).toMatchObject({
    port: 4001,
    deviceApproval: 'always',
    database: { kind: 'folder', path: '.foyer/login' },
    vault: { url: 'https://vault.example', internalUrl: 'https://vault.example' },
    firstPartyProjects: ['shop', 'bank'],
    networks: [{ id: 'eip155:31337', name: 'Anvil', symbol: 'ETH', decimals: 18 }],
  })
  const folder = await mkdtemp(join(tmpdir(), 'foyer-login-'))
  const { OTP_PEPPER: pepper = '', ...rest } = good()
  await writeFile(join(folder, 'pepper'), `${pepper}\n`)
  const fromFile = await readConfig({ ...rest, OTP_PEPPER_FILE: join(folder, 'pepper') })
  expect(fromFile.otpPepper).toBe(pepper)
  await rm(folder, { recursive: true })
})

test('reads each variable into its option', async () => {
  const env: Record<string, string> = {
    ...good(),
    ...{ HOST: '0.0.0.0', PORT: '4999', TRUST_PROXY: '2', LOG_LEVEL: 'warn' },
    ...{ METRICS_TOKEN: newSecret(), OTP_PEPPER_SECOND: newSecret(), PAGES_DIR: '/pages' },
    ...{ DATABASE_URL_A: 'postgres://a@db.example/login', DEVICE_APPROVAL: 'off' },
    ...{ VAULT_INTERNAL_URL: 'http://127.0.0.1:4002', FOYER_KEK_B_FINGERPRINTS: ' x, ,y' },
  }
  expect(await readConfig(env)).toMatchObject({
    ...{ host: '0.0.0.0', port: 4999, trustedProxies: 2, logLevel: 'warn', pages: '/pages' },
    ...{ metricsToken: env.METRICS_TOKEN, loginOrigin: env.LOGIN_ORIGIN, kek: env.FOYER_KEK_A },
    ...{ otpPepper: env.OTP_PEPPER, otpPepperSecond: env.OTP_PEPPER_SECOND },
    ...{ tokenKeys: env.TOKEN_KEYS, vaultFingerprints: ['x', 'y'], deviceApproval: 'off' },
    vault: {
      ...{ url: env.VAULT_URL, internalUrl: env.VAULT_INTERNAL_URL },
      serviceSecret: env.VAULT_SERVICE_SECRET,
    },
    api: { url: env.API_URL, serviceToken: env.API_SERVICE_TOKEN },
    mail: { smtpUrl: env.SMTP_URL_A, from: env.MAIL_FROM_A },
    database: { kind: 'postgres', url: env.DATABASE_URL_A },
    ...{ firstPartyProjects: [], networks: [] },
  })
  // An empty variable of the vault holds nothing.
  expect((await readConfig({ ...good(), SMTP_URL_B: '' })).otpPepperSecond).toBeUndefined()
})

test('error: refuses more than five tries of a code, and more than a million mails per project', async () => {
  for (const [name, most] of [
    ['CODE_TRIES', 5],
    ['MAILS_PER_PROJECT_PER_HOUR', 1_000_000],
  ] as const) {
    await expect(readConfig({ ...good(), [name]: String(most) })).resolves.toBeDefined()
    await expect(readConfig({ ...good(), [name]: String(most + 1) })).rejects.toThrow(name)
  }
})

test('error: names each variable of the vault that is set in the environment', async () => {
  for (const name of [
    'FOYER_KEK_B',
    'FOYER_KEK_B_FILE',
    'DATABASE_URL_B',
    'VAULT_HMAC_KEY',
    'SMTP_URL_B',
    'MAIL_FROM_B_FILE',
    'FOYER_VAULT_X',
    'FOYER_B_X',
  ]) {
    const failure = readConfig({ ...good(), [name]: 'a-value-of-theirs' })
    await expect(failure).rejects.toThrow(name)
    await expect(failure).rejects.not.toThrow('a-value-of-theirs')
  }
  expect(
    (await readConfig({ ...good(), FOYER_KEK_B_FINGERPRINTS: 'x,y' })).vaultFingerprints,
  ).toEqual(['x', 'y'])
})

test.each([
  ['OTP_PEPPER', 'short'],
  ['OTP_PEPPER_SECOND', 'short'],
  ['OTP_PEPPER', 'change-me-change-me-change-me-change-me'],
  ['VAULT_SERVICE_SECRET', 'a'.repeat(64)],
  ['LOGIN_ORIGIN', 'https://id.example/path'],
  ['MAIL_FROM_A', 'Foyer <a@b.example>'],
  ['NETWORKS', '{"id":1}'],
  ['NETWORKS', 'not json'],
  ['DEVICE_APPROVAL', 'sometimes'],
  ['TRUST_PROXY', 'yes'],
])('error: reports that %s is wrong, without repeating its value', async (name, value) => {
  const failure = await readConfig({ ...good(), [name]: value }).catch(
    (error: Error) => error.message,
  )
  expect(failure).toContain(name)
  expect(failure).not.toContain(value)
})

test('error: refuses the same secret for two purposes', async () => {
  const secret = newSecret()
  const both = { OTP_PEPPER: secret, VAULT_SERVICE_SECRET: secret }
  await expect(readConfig({ ...good(), ...both })).rejects.toThrow('another secret')
  const twice = { OTP_PEPPER: secret, OTP_PEPPER_SECOND: secret }
  await expect(readConfig({ ...good(), ...twice })).rejects.toThrow('another secret')
})

test("[T87] refuses to start with a key that is missing, too short, all zeros, a sample, plain text, listed twice or the vault's", async () => {
  const config = async (values: Record<string, string>) => ({
    ...(await readConfig({ ...good(), ...values })),
    database: { kind: 'memory' } as const,
    pages: emptyPages,
    port: 0,
  })
  const kekB = newKek('kekB-1')
  const { fingerprints } = await createLocalKms({ store: 'B', keys: kekB })
  const shared = `kekA-1:${kekB.split(':')[1]}`
  const kek = newKek('a')
  for (const values of [
    { FOYER_KEK_A: 'kekA-1:' },
    { FOYER_KEK_A: `kekA-1:${Buffer.alloc(31, 7).toString('base64')}` },
    { FOYER_KEK_A: `kekA-1:${Buffer.alloc(32).toString('base64')}` },
    { FOYER_KEK_A: `kekA-1:${sample}` },
    { FOYER_KEK_A: `kekA-1:${Buffer.from('correct horse battery staple 123').toString('base64')}` },
    { FOYER_KEK_A: `${kek},b:${kek.split(':')[1]}` },
    { FOYER_KEK_A: shared, FOYER_KEK_B_FINGERPRINTS: fingerprints.join(',') },
    { TOKEN_KEYS: `t:${Buffer.alloc(32).toString('base64')}` },
    { TOKEN_KEYS: newSecret() },
  ])
    await expect(start(await config(values))).rejects.toMatchObject({ code: 'options-invalid' })
  await expect(readConfig({ ...good(), FOYER_KEK_A: '' })).rejects.toThrow('FOYER_KEK_A is missing')
})

const cli = (name: string, env: Record<string, string>, ...words: string[]) =>
  new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [
        '--conditions=@foyer/source',
        fileURLToPath(new URL(`../${name}`, import.meta.url)),
        ...words,
      ],
      { env: testEnvironment(env) },
      (error, out, err) => resolve(`${error?.code ?? 0} ${out}${err}`),
    ),
  )

test('generates new keys each time, which both servers accept', async () => {
  const [one, two] = [newKeys(), newKeys()]
  expect(one).not.toBe(two)
  const values = Object.fromEntries(
    one
      .split('\n')
      .slice(0, 5)
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  await createLocalKms({ store: 'A', keys: values.FOYER_KEK_A })
  expect((await readConfig({ ...good(), ...values })).otpPepper).toBe(values.OTP_PEPPER)
  expect(await cli('cli.ts', {}, 'new')).toMatch(/^0 # The login server[\s\S]*FOYER_KEK_B=kekB-/)
})

test('[T102] the audit command verifies rows of earlier keys and names an edited row; a start with a bad key names the variable', async () => {
  const path = await mkdtemp(join(tmpdir(), 'foyer-login-'))
  const env: Record<string, string> = { ...good(), DATA_DIR: join(path, 'data') }
  const past = newSecret()
  try {
    await makeTestFolder(shape, env.DATA_DIR!)
    const { close, queries } = await openDatabase(shape, { kind: 'folder', path: env.DATA_DIR! })
    for (const key of [past, past, env.OTP_PEPPER!, env.OTP_PEPPER!])
      await createAudit(audit, { key, now: Date.now })(queries, { kind: 'test' })
    await queries.update(audit).set({ event: '{}' }).where(eq(audit.seq, 4))
    await close()
    const [checked, weak] = await Promise.all([
      cli('cli.ts', { ...env, OTP_PEPPERS_PAST: past }, 'audit'),
      cli('main.ts', { ...env, FOYER_KEK_A: `a:${sample}` }),
    ])
    expect(checked).toContain('1 The audit log is broken at row 4; 3 rows before it are well.')
    expect(weak).toMatch(/^1 [\s\S]*can not start\. FOYER_KEK_A: the key a is a sample/)
    expect(weak).not.toContain(sample)
  } finally {
    await rm(path, { recursive: true })
  }
})

test('[T122] reads each limit from its variable, and refuses an invalid value', () =>
  checkVariables(
    limits,
    async (env) => (await readConfig({ ...good(), ...env })).limits,
    new URL('../../README.md', import.meta.url),
  ))
