import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabase } from '@foyer/server/database'
import { makeTestFolder, openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import { testEnvironment } from '@foyer/server/testEnvironment'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiDatabase } from './database/apiDatabase.ts'
import { createDirectory } from './directory/directory.ts'
import { makeFolder } from './makeFolder.test.kit.ts'
import { listProjects } from './projects/projects.ts'
import { runCli } from './runCli.ts'

const run = promisify(execFile)
const file = fileURLToPath(new URL('cli.ts', import.meta.url))

/** Runs a command as an operator does: in a process of its own, which takes seconds. */
async function runProcess(env: Record<string, string>, ...words: string[]) {
  try {
    const { stdout } = await run(process.execPath, ['--conditions=@foyer/source', file, ...words], {
      env: testEnvironment(env),
    })
    return { code: 0, text: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, text: stderr }
  }
}

/** Runs a command here. */
const cli = (env: Record<string, string>, ...words: string[]) =>
  runCli(words, env).then(
    (text) => ({ code: 0, text: `${text}\n` }),
    (error: Error) => ({ code: 1, text: `${error.message}\n` }),
  )

describe.each(testEngines)('%s', (engine) => {
  let env: Record<string, string>
  let close = async () => {}
  beforeAll(async () => {
    if (engine === 'PGlite') {
      const folder = await mkdtemp(join(tmpdir(), 'foyer-api-'))
      close = () => rm(folder, { recursive: true })
      const data = join(folder, 'data')
      await makeTestFolder(apiDatabase, data)
      env = { DATA_DIR: data }
      return
    }
    const database = await openTestDatabase(apiDatabase, engine)
    if (database.location.kind !== 'postgres') throw new Error('not a server')
    env = { DATABASE_URL: database.location.url }
    close = () => database.close()
  })
  afterAll(() => close())

  test('creates projects, changes their origins, imports wallets', async () => {
    const made = await runProcess(
      env,
      'project',
      'create',
      'My shop',
      '--origin',
      'https://Shop.example',
      '--development',
    )
    expect(made.code).toBe(0)
    const id = /projectId {2}([0-9a-f]{32})\n/.exec(made.text)?.[1] ?? ''
    expect(made.text).toContain('origins    https://shop.example\n')
    expect(made.text).toContain('development (localhost may use it), analytics off')

    expect(await cli(env, 'origin', 'add', id, 'https://*.shop.example')).toMatchObject({ code: 0 })
    expect((await cli(env, 'origin', 'list', id)).text).toBe(
      'https://*.shop.example\nhttps://shop.example\n',
    )
    expect((await cli(env, 'origin', 'remove', id, 'https://shop.example')).code).toBe(0)
    const again = await cli(env, 'origin', 'remove', id, 'https://shop.example')
    expect(again).toEqual({ code: 1, text: `https://shop.example is not on the list of ${id}.\n` })
    expect((await cli(env, 'project', 'disable', id)).text).toBe('Disabled My shop.\n')

    const wallets = join(await makeFolder(), 'wallets.json')
    await writeFile(
      wallets,
      JSON.stringify({ wallets: [{ id: 'mine', name: 'Mine', chains: ['eip155:1'] }] }),
    )
    for (let i = 0; i < 2; i++) {
      expect((await cli(env, 'wallets', 'import', wallets)).text).toBe('Imported 1 wallets.\n')
    }

    const database = await openDatabase(
      apiDatabase,
      env.DATABASE_URL
        ? { kind: 'postgres', url: env.DATABASE_URL }
        : { kind: 'folder', path: env.DATA_DIR ?? '' },
    )
    expect(await listProjects(database.queries)).toEqual([
      {
        id,
        name: 'My shop',
        allowedOrigins: ['https://*.shop.example'],
        isDevelopment: true,
        isAnalyticsEnabled: false,
        isDisabled: true,
      },
    ])
    expect(
      (await createDirectory({ queries: database.queries }).list()).map(({ name }) => name),
    ).toEqual(['Mine'])
    if (engine === 'PGlite') {
      // The folder is open in this process: another one must not touch it.
      const refused = await runProcess(env, 'project', 'list')
      expect(refused.code).toBe(1)
      expect(refused.text).toContain(
        `is open in process ${process.pid}. Stop it first, or set DATABASE_URL`,
      )
    }
    await database.close()
    expect((await runProcess(env, 'project', 'list')).text).toContain(
      'flags      disabled, development',
    )
  })

  test.each([
    [['project', 'create'], 'This command takes <name>.'],
    [
      ['origin', 'add', 'nobody', 'https://a.example'],
      'There is no project nobody. See: project list',
    ],
    [['project', 'create', 'x', '--origin', 'shop.example'], '"shop.example" is not an origin.'],
    [['project', 'create', 'x', '--id', 'a b'], '"a b" is not a project id'],
    [['wallets', 'import', '/nowhere.json'], '/nowhere.json'],
  ])('error: %j', async (words, message) => {
    expect(await cli(env, ...words)).toEqual({ code: 1, text: expect.stringContaining(message) })
  })
})

test.each([[[]], [['project']], [['projects', 'list']], [['project', 'list', '--colour']]])(
  'error: %j is no command',
  async (words) => {
    expect(await cli({}, ...words)).toMatchObject({ code: 1 })
  },
)

test('error: prints what was wrong, without a stack trace', async () => {
  const { code, text } = await runProcess({}, 'project')
  expect(code).toBe(1)
  expect(text).toMatch(/^Usage:/)
  expect(text).not.toContain('    at ')
})
