import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { makeFolder } from '../makeFolder.test.kit.ts'
import { createDirectory } from './directory.ts'
import { importWallets } from './importWallets.ts'
import { builtInWalletsPath, readWalletFile } from './readWalletFile.ts'

const chains = ['eip155:1'] as ['eip155:1']

describe.each(testEngines)('%s', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(apiDatabase, engine)
  })
  afterAll(() => database.close())
  const names = async () =>
    (await createDirectory({ queries: database.queries }).list()).map(({ name }) => name)

  test('imports the built-in directory, and changes nothing the second time', async () => {
    const { queries } = database
    const rows = await readWalletFile(builtInWalletsPath)
    expect(await importWallets(queries, { isBuiltIn: true, rows })).toBe(rows.length)
    const first = await createDirectory({ queries }).list()
    expect(await importWallets(queries, { isBuiltIn: true, rows })).toBe(rows.length)
    expect(await createDirectory({ queries }).list()).toEqual(first)
    expect(first).toHaveLength(rows.length)
    expect(first.slice(0, 3).map(({ name }) => name)).toEqual([
      'MetaMask',
      'Trust Wallet',
      'Base (formerly Coinbase Wallet)',
    ])
  })

  test('keeps an operator’s row when the server’s own row changes', async () => {
    const { queries } = database
    await importWallets(queries, {
      isBuiltIn: true,
      rows: [
        { id: 'a', name: 'A', chains },
        { id: 'b', name: 'B', chains },
      ],
    })
    await importWallets(queries, {
      isBuiltIn: false,
      rows: [
        { id: 'a', name: 'Mine', chains },
        { id: 'c', name: 'C', chains },
      ],
    })
    expect(await names()).toEqual(['B', 'C', 'Mine'])
    await importWallets(queries, { isBuiltIn: true, rows: [{ id: 'a', name: 'New A', chains }] })
    // B was removed from the server's own directory; the operator's rows stay.
    expect(await names()).toEqual(['C', 'Mine'])
  })
})

describe('a directory file', () => {
  const file = async (content: unknown) => {
    const path = join(await makeFolder(), 'wallets.json')
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  const row = { id: 'x', name: 'X', chains: ['eip155:1'] }

  test.each([
    ['{', 'is not valid JSON'],
    [[row], 'is not a wallet directory'],
    [{ wallets: [{ ...row, name: '' }] }, 'wallets.0.name'],
    [{ wallets: [{ ...row, chains: ['bitcoin'] }] }, 'wallets.0.chains.0'],
    [{ wallets: [{ ...row, homepage: 'http://x.example' }] }, 'wallets.0.homepage'],
    [{ wallets: [{ ...row, mobile_link: 'javascript:alert(1)' }] }, 'wallets.0.mobile_link'],
    [{ wallets: [{ ...row, colour: 'red' }] }, 'wallets.0.colour'],
    [{ wallets: [row, row] }, 'two rows have one id'],
  ])('error: %j', async (content, words) => {
    await expect(readWalletFile(await file(content))).rejects.toThrow(words)
  })
})
