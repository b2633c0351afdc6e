import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readWeb3Icon } from '../images/readWeb3Icon.ts'
import { checkRow } from './checkRow.ts'
import { builtInWalletsPath, readWalletFile } from './readWalletFile.ts'

const rows = await readWalletFile(builtInWalletsPath)

test('lists enough wallets, most under the ids that sites use', () => {
  expect(rows.length).toBeGreaterThanOrEqual(100)
  expect(rows.filter(({ id }) => /^[0-9a-f]{64}$/.test(id)).length).toBeGreaterThanOrEqual(70)
  expect(rows.filter(({ rdns }) => rdns).length).toBeGreaterThanOrEqual(40)
  expect(rows.filter(({ mobile_link }) => mobile_link).length).toBeGreaterThanOrEqual(90)
  const namespaces = new Set(
    rows.flatMap(({ chains }) => chains.map((chain) => chain.split(':')[0])),
  )
  expect(namespaces).toEqual(new Set(['bip122', 'eip155', 'polkadot', 'solana']))
  expect(rows.find(({ name }) => name === 'MetaMask')?.id).toBe(
    'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  )
})

test('lists no wallet twice under any of its ids', () => {
  for (const key of ['name', 'rdns', 'order', 'chrome_store', 'play_store'] as const) {
    const values = rows.flatMap((row) => row[key] ?? [])
    expect(new Set(values).size, key).toBe(values.length)
  }
})

test('names the source of every wallet’s facts, a package first', () => {
  for (const { name, source } of rows) expect(source?.[0], name).toMatch(/^npm:.+@\d+\.\d+\.\d+\//)
})

test('contains no empty values', async () => {
  expect(await readFile(builtInWalletsPath, 'utf8')).not.toMatch(/null|""|\[\]|\{\}/)
})

test('uses only logos that the package has', async () => {
  for (const { icon, name } of rows) {
    if (icon) expect(await readWeb3Icon(icon), name).toBeDefined()
  }
})

test('detects errors of a row by comparing it with its packages', async () => {
  const [row] = rows
  const real = `id: "io.metamask", name: "MetaMask", rdns: "io.metamask", homepage: "https://metamask.io/",
    native: "metamask://", ios: "…/id1438144202", android: "…?id=io.metamask",
    chrome: "…/nkbihfbeogaeaoehlefnkodbefgpgknn", image_id: "5195e9db-94d8-4579-6f11-ef553be95100"`
  const right = await checkRow(row!, async () => real)
  expect(right).toMatchObject({ name: 'MetaMask', wrong: [], found: 7, id: 'tied' })
  const wrong = await checkRow(
    { ...row!, rdns: 'io.evil', mobile_link: 'evil://' },
    async () => real,
  )
  expect(wrong.wrong).toEqual([
    'rdns io.evil stands in none of its packages',
    'mobile_link evil:// stands in none of its packages',
  ])
  const alone = await checkRow({ ...row!, source: ['https://example.com/'] }, async () => real)
  expect(alone.wrong).toContain('no package speaks of it')
})
