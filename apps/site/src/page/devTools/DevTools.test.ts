import {
  type Devnet,
  type DevWallet,
  foyerDevnet,
  foyerDevnetTwo,
  solanaAccounts,
  solanaDevnet,
  solanaTokens,
  startDevnet,
  startWallet,
} from '@foyer/devnet'
import { launchBrowser } from '@foyer/devnet/chromium'
import type { Browser, Page } from 'playwright'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPage } from '../../server/buildPage.ts'
import { type Site, start } from '../../server/start.ts'

const cluster = solanaDevnet.caipId.slice('solana:'.length)
let devnet: Devnet
let wallet: DevWallet
let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  await buildPage()
  devnet = await startDevnet({ ports: { [foyerDevnet.id]: 0, [foyerDevnetTwo.id]: 0 } })
  const { chains, solana } = devnet
  wallet = await startWallet({ port: 0, chains, solana })
  site = await start({
    port: 0,
    projectId: 'demo',
    walletUrl: wallet.url,
    networks: [
      {
        id: cluster,
        name: solanaDevnet.name,
        nativeCurrency: solanaDevnet.nativeCurrency,
        rpcUrls: { default: { http: [solana.url] } },
        tokens: solanaTokens.map(({ address, decimals, symbol }) => ({
          address,
          decimals,
          symbol,
        })),
      },
    ],
  })
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1360, height: 900 } })
})
afterAll(async () => {
  await browser?.close()
  await Promise.allSettled([site, wallet, devnet].map((part) => part?.stop()))
})

/** The balance at the local Solana chain, confirmed. */
async function ask<T extends v.GenericSchema>(
  method: string,
  params: readonly unknown[],
  schema: T,
): Promise<v.InferOutput<T>> {
  const response = await fetch(devnet.solana.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return v.parse(v.object({ result: v.object({ value: schema }) }), await response.json()).result
    .value
}
const tokenAccount = v.object({
  account: v.object({
    data: v.object({
      parsed: v.object({ info: v.object({ tokenAmount: v.object({ uiAmount: v.number() }) }) }),
    }),
  }),
})
const commitment = 'confirmed'
const lamportsOf = (address: string) => ask('getBalance', [address, { commitment }], v.number())

test('on Solana the faucet gives SOL and tokens, and the wallet can switch accounts', async () => {
  const [alice, bob] = solanaAccounts.map(({ address }) => address) as string[] as [string, string]
  await page.goto(`${site.url}/?networks=${cluster}`)
  const chosen = page.getByRole('combobox', { name: 'Solana account' })
  await expect.poll(() => chosen.isDisabled()).toBe(true)

  await page.locator('.hero foyer-button').getByRole('button').click()
  const row = page.getByRole('dialog').getByRole('button', { name: /Foyer Dev Wallet/ })
  const [window] = await Promise.all([page.waitForEvent('popup'), row.click()])
  await window.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect.poll(() => chosen.inputValue()).toBe('0')

  const before = await lamportsOf(alice)
  await page.getByRole('button', { name: '10 SOL', exact: true }).click()
  await page.getByText('10 SOL arrived.').waitFor()
  const after = await lamportsOf(alice)
  expect(after - before).toBe(10_000_000_000)

  await page.getByRole('button', { name: '1000 USDC', exact: true }).click()
  await page.getByText('1000 USDC arrived.').waitFor()
  const [usdc] = await ask(
    'getTokenAccountsByOwner',
    [alice, { mint: solanaTokens[0]!.address }, { encoding: 'jsonParsed', commitment }],
    v.array(tokenAccount),
  )
  expect(usdc!.account.data.parsed.info.tokenAmount.uiAmount).toBe(11_000)

  await chosen.selectOption('1')
  const button = page.locator('.hero foyer-button').getByRole('button')
  await expect.poll(() => button.textContent()).toContain(bob.slice(-4))
})
