import { devnetAccounts, solanaAccounts, solanaDevnet } from '@foyer/devnet'
import { formatSignIn } from '@foyer/protocol/signIn'
import type { Page } from 'playwright'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { approve, asks, copyPairingUri, openPhone, press } from './phoneSteps.ts'
import { answerWallet, card, connectButton, controlWallet, walletRow } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, world } = testWorld()
const evm = '/members.html?networks=31337,31338'
const solana = `/members.html?networks=${solanaDevnet.caipId.slice('solana:'.length)}`
const [alice, bob] = devnetAccounts as unknown as [
  { address: string; privateKey: `0x${string}` },
  { address: string },
]

const signInButton = (page: Page) =>
  card(page).getByRole('button', { name: 'Sign in', exact: true })
const secret = (page: Page) => page.getByText('The cloakroom is on the left.')
const connect = async (page: Page) => {
  await connectButton(page).click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
}
const grantClipboard = async (page: Page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return page
}
/** The server's answer about this browser. */
const readSession = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/siwx/session')).json()) as unknown)
const members = (page: Page) => page.evaluate(async () => (await fetch('/api/members')).status)

test('[2.7] signs in with an installed wallet, keeps it over a reload, and signs out', async () => {
  const page = await open(evm)
  expect(await members(page)).toBe(401)
  await connect(page)
  await card(page).getByRole('heading', { name: 'Sign in' }).waitFor()
  await answerWallet(page, () => signInButton(page).click(), 'Sign')
  await secret(page).waitFor()
  await card(page).waitFor({ state: 'hidden' })
  expect(await readSession(page)).toMatchObject({
    session: { accounts: [{ address: alice.address, chainId: 'eip155:31337' }] },
  })
  await page.reload()
  await secret(page).waitFor()
  await page.locator('foyer-button').getByRole('button', { name: /alice/ }).waitFor()
  expect(await card(page).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await connectButton(page).waitFor()
  await secret(page).waitFor({ state: 'hidden' })
  expect(await members(page)).toBe(401)
})

test('[8.25] a declined signature is asked for again, and cancelling disconnects', async () => {
  const page = await open(evm)
  await connect(page)
  await answerWallet(page, () => signInButton(page).click(), 'Reject')
  await card(page).getByRole('alert').getByText('Signature declined').waitFor()
  const again = card(page).getByRole('button', { name: 'Try again' })
  await answerWallet(page, () => again.click(), 'Reject')
  await card(page).getByRole('alert').getByText('Signature declined').waitFor()
  await card(page).getByRole('button', { name: 'Cancel and disconnect' }).click()
  await connectButton(page).waitFor()
  await card(page).waitFor({ state: 'hidden' })
  expect(await members(page)).toBe(401)
})

test('an optional sign-in can be left, and asked for by the page', async () => {
  const page = await open(`${evm}&signIn=optional`)
  await connect(page)
  await card(page).getByRole('button', { name: 'Not now' }).click()
  await card(page).waitFor({ state: 'hidden' })
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Sign in' }).click()
  await answerWallet(page, () => signInButton(page).click(), 'Sign')
  await secret(page).waitFor()
})

test('signs out when the wallet changes the account, and asks the other one', async () => {
  const page = await open(evm)
  await connect(page)
  await answerWallet(page, () => signInButton(page).click(), 'Sign')
  await secret(page).waitFor()
  await controlWallet(page, 'devwallet_selectAccount', [{ index: 1 }])
  await signInButton(page).waitFor()
  await expect.poll(() => members(page)).toBe(401)
  await answerWallet(page, () => signInButton(page).click(), 'Sign')
  await secret(page).waitFor()
  expect(await readSession(page)).toMatchObject({
    session: { accounts: [{ address: bob.address }] },
  })
})

test('connects and signs in with one approval of an installed EVM wallet (ERC-7846)', async () => {
  const script = `${world().wallet.url}/devwallet.js?with=wallet_connect`
  const page = await open(`${evm}&wallet=${encodeURIComponent(script)}`)
  await connectButton(page).click()
  await answerWallet(page, () => walletRow(page).click(), 'Sign in')
  await secret(page).waitFor()
  await card(page).waitFor({ state: 'hidden' })
  expect(await readSession(page)).toMatchObject({
    session: { accounts: [{ address: alice.address, chainId: 'eip155:31337' }] },
  })
})

test('connects and signs in with one approval of a Solana wallet, and signs out on disconnect', async () => {
  const page = await open(solana)
  await connectButton(page).click()
  await answerWallet(page, () => walletRow(page).click(), 'Sign in')
  await secret(page).waitFor()
  expect(await readSession(page)).toMatchObject({
    session: { accounts: [{ address: solanaAccounts[0]!.address, chainId: solanaDevnet.caipId }] },
  })
  await card(page).waitFor({ state: 'hidden' })
  await page.locator('foyer-button').getByRole('button').click()
  await card(page).getByRole('button', { name: 'Disconnect' }).click()
  await connectButton(page).waitFor()
  await expect.poll(() => members(page)).toBe(401)
})

test('connects and signs in with one approval of a phone by WalletConnect', async () => {
  const site = await open(evm)
  const uri = await copyPairingUri(await grantClipboard(site))
  expect(uri).toContain('methods=wc_sessionAuthenticate')
  const phone = await openPhone(site.context(), world(), `?uri=${encodeURIComponent(uri)}`)
  await asks(phone, 'Sign in')
  await press(phone, 'Sign in')
  await secret(site).waitFor()
  expect(await readSession(site)).toMatchObject({
    session: { accounts: [{ address: alice.address, chainId: 'eip155:31337' }] },
  })
  await site.reload()
  await secret(site).waitFor()
  await site.getByRole('button', { name: 'Sign out' }).click()
  await connectButton(site).waitFor()
  expect(await members(site)).toBe(401)
})

test('a phone with other namespaces too connects first, and is asked to sign in then', async () => {
  const site = await open('/members.html')
  const uri = await copyPairingUri(await grantClipboard(site))
  const phone = await openPhone(site.context(), world(), `?uri=${encodeURIComponent(uri)}`)
  await approve(phone)
  await signInButton(site).click()
  await asks(phone, 'Sign message')
  await press(phone, 'Reject')
  await card(site).getByRole('alert').getByText('Signature declined').waitFor()
  await card(site).getByRole('button', { name: 'Try again' }).click()
  await asks(phone, 'Sign message')
  await press(phone, 'Sign')
  await secret(site).waitFor()
})

test('error: the server refuses a used nonce, another domain, an expired message and another signer', async () => {
  const page = await open(evm)
  const { host, origin } = new URL(world().site.url)
  const user = privateKeyToAccount(alice.privateKey)
  const call = (path: string, body?: object) =>
    page.evaluate(
      async ([to, sent]) => {
        const answer = await fetch(`/siwx/${to}`, {
          ...(sent && {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(sent),
          }),
        })
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
      },
      [path, body] as const,
    )
  const sign = async (changes: object = {}) => {
    const { nonce } = (await call('nonce')).body as { nonce: string }
    const message = formatSignIn({
      domain: host,
      address: user.address,
      chainId: 'eip155:31337',
      uri: origin,
      version: '1',
      nonce,
      issuedAt: new Date().toISOString(),
      ...changes,
    })
    return { message, signature: await user.signMessage({ message }) }
  }
  const verify = async (changes: object) => (await call('verify', await sign(changes))).status
  expect(await verify({ domain: 'evil.example' })).toBe(401)
  expect(await verify({ uri: 'https://evil.example' })).toBe(401)
  expect(await verify({ expirationTime: '2026-01-01T00:00:00Z' })).toBe(401)
  expect(await verify({ chainId: 'eip155:1' })).toBe(401)
  expect(await verify({ address: bob.address })).toBe(401)
  expect(await verify({ chainId: solanaDevnet.caipId, address: solanaAccounts[0]!.address })).toBe(
    401,
  )
  const good = await sign()
  expect((await call('verify', good)).status).toBe(200)
  expect(await members(page)).toBe(200)
  expect((await call('verify', good)).status).toBe(401)
})
