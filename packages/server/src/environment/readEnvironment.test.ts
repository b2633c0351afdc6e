import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readEnvironment } from './readEnvironment.ts'
import { bareUrl, databaseUrl, mailAddress, onOff, secret, wholeNumber } from './variables.ts'

const variables = {
  PORT: v.optional(wholeNumber(0, 65_535, 'a TCP port'), '4000'),
  PUBLIC_URL: bareUrl('https://id.example.com'),
  KEY: secret(32),
  STRICT: v.optional(onOff, 'on'),
  DATABASE_URL: v.optional(databaseUrl),
  FROM: v.optional(mailAddress),
  LIST: v.optional(v.picklist(['a', 'b'])),
}
const key = 'f3a9c1d8e7b6a5049382716f5e4d3c2b'

test('uses defaults for variables that are unset or empty, and reads variables from files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-server-'))
  try {
    const file = join(folder, 'key')
    await writeFile(file, `${key}\n`)
    const env = { PUBLIC_URL: 'https://ID.example.com/', KEY_FILE: file, PORT: '', FROM: 'A@b.de' }
    expect(await readEnvironment(variables, env)).toMatchObject({
      PORT: 4000,
      PUBLIC_URL: 'https://id.example.com',
      KEY: key,
      STRICT: true,
      FROM: 'a@b.de',
    })
    await expect(readEnvironment(variables, { ...env, KEY: key })).rejects.toThrow(
      'Both KEY and KEY_FILE are set',
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('error: lists every wrong variable with the expected value in one message, without repeating any value', async () => {
  const env = {
    PORT: '70000',
    PUBLIC_URL: 'https://user@id.example.com',
    KEY: 'secret-canary-secret-canary-secret-canary',
    STRICT: 'canary',
    DATABASE_URL: 'mysql://canary',
    FROM: 'Canary <a@b.de>\nBcc: c@d.de',
    LIST: 'canary',
  }
  const message = await readEnvironment(variables, env).catch((error: Error) => error.message)
  expect(message).toBe(
    [
      'The environment is not valid:',
      '  PORT must be at most 65535',
      '  PUBLIC_URL must be an address without path, such as https://id.example.com',
      '  KEY is a sample value; make one with: openssl rand -hex 32',
      '  STRICT must be on or off',
      '  DATABASE_URL must look like postgresql://user:password@host/database',
      '  FROM must be a plain e-mail address',
      '  LIST is not valid',
    ].join('\n'),
  )
  await expect(readEnvironment(variables, {})).rejects.toThrow(
    'KEY is missing; make one with: openssl rand -hex 32',
  )
  await expect(readEnvironment(variables, { KEY_FILE: '/nowhere' })).rejects.toThrow(
    'KEY_FILE names /nowhere, which can not be read',
  )
})
