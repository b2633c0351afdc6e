import {
  devnetAccounts,
  solanaAccounts,
  solanaDevnet,
  solanaHostileKinds,
  solanaTokens,
} from '@foyer/devnet'
import { address, createSolanaRpc } from '@solana/kit'
import type { Page } from 'playwright'
import { createPublicClient, http, parseEther, verifyMessage } from 'viem'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { isSigned } from './isSigned.ts'
import {
  accountButton,
  answerWallet,
  card,
  connectButton,
  connectNamespace,
  controlWallet,
  walletRow,
} from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, openBeside, world } = testWorld()
const cluster = solanaDevnet.caipId.slice('solana:'.length)
/** The plain page with Solana only. */
const plain = `/plain.html?networks=${cluster}`
const [alice, bob] = solanaAccounts
const evmAlice = devnetAccounts[0]!.address as `0x${string}`
const short = (text: string) => new RegExp(`${text.slice(0, 4)}.*${text.slice(-4)}`)

async function signMessage(page: Page, message: string): Promise<string> {
  const sign = ask(page, 'Sign a message')
  await sign.getByRole('textbox', { name: 'Message' }).fill(message)
  await answerWallet(page, () => sign.getByRole('button', { name: 'Sign' }).click(), 'Sign')
  await sign.getByText('This is the connected account.').waitFor()
  return (await sign.locator('code').first().textContent()) ?? ''
}

async function send(
  page: Page,
  { amount, to, token }: { amount: string; to: string; token?: string },
): Promise<void> {
  const asked = ask(page, 'Send tokens')
  if (token) await asked.getByRole('combobox', { name: 'Token' }).selectOption({ label: token })
  await asked.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await asked.getByRole('textbox', { name: 'To' }).fill(to)
  await answerWallet(page, () => asked.getByRole('button', { name: /^Send/ }).click(), 'Send')
  await asked.getByText(/Mined in block \d+/).waitFor()
}

/** Returns the address of a new key that never received anything. */
const stranger = () =>
  crypto.subtle
    .generateKey('Ed25519', true, ['sign'])
    .then((pair) => crypto.subtle.exportKey('raw', (pair as CryptoKeyPair).publicKey))
    .then(async (raw) => {
      const { getAddressDecoder } = await import('@solana/kit')
      return getAddressDecoder().decode(new Uint8Array(raw))
    })

/** Opens the account card with the page's button. */
async function openAccount(page: Page) {
  await accountButton(page).first().click()
  await card(page).getByRole('button', { name: 'Disconnect' }).waitFor()
}

/** Opens the list of connected wallets from the account card. */
async function openWallets(page: Page) {
  await openAccount(page)
  await card(page)
    .getByRole('button', { name: /show your wallets/ })
    .click()
  await card(page).getByRole('heading', { name: 'Your wallets' }).waitFor()
}

test('[1.1, 7.43] a Solana-only page connects and signs, and the signature verifies outside Foyer', async () => {
  const page = await open(`/?mode=dialog&networks=${cluster}`)
  await connectButton(page).first().click()
  // With one namespace the wallet is asked at once.
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })
  const message = 'Ein Satz mit Umlauten: äöü ☀'
  const signature = await signMessage(page, message)
  expect(isSigned(message, signature, alice!.address)).toBe(true)
  // Methods that Solana lacks are not offered.
  expect(await ask(page, 'Sign structured data').count()).toBe(0)
})

test('[3.9, 1.6] one wallet of two namespaces is one row, connects both, and each signs', async () => {
  const page = await open('/?mode=dialog')
  await connectButton(page).first().click()
  await walletRow(page).first().waitFor()
  expect(await walletRow(page).count()).toBe(1)
  await page.keyboard.press('Escape')
  await connectNamespace(page, 'EVM')
  const onEvm = await signMessage(page, 'on EVM')
  expect(
    await verifyMessage({
      address: evmAlice,
      message: 'on EVM',
      signature: onEvm as `0x${string}`,
    }),
  ).toBe(true)

  await openWallets(page)
  await card(page)
    .getByRole('button', { name: /^Solana/ })
    .click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })
  const onSolana = await signMessage(page, 'on Solana')
  expect(isSigned('on Solana', onSolana, alice!.address)).toBe(true)

  // Both stay after a reload, and the last one chosen is active.
  await page.reload()
  await page.getByText(short(alice!.address)).first().waitFor()
  await openWallets(page)
  await card(page).getByText('alice.eth').waitFor()
  await card(page).getByText(short(alice!.address)).first().waitFor()

  // One disconnects, the other stays.
  await card(page)
    .getByRole('button', { name: /Disconnect Foyer Dev Wallet \(Solana\)/ })
    .click()
  await expect.poll(() => card(page).getByText(short(alice!.address)).count()).toBe(0)
  await card(page).getByText('alice.eth').first().waitFor()
  expect(await controlWallet(page, 'eth_accounts')).not.toEqual([])
})

test('[1.6, 4.23] switches between namespaces if both are connected, and asks to connect otherwise', async () => {
  const page = await open('/plain.html')
  await connectNamespace(page, 'EVM')
  const toSolana = async () => {
    await openAccount(page)
    await card(page)
      .getByRole('button', { name: /^Foyer Devnet/ })
      .first()
      .click()
    await card(page)
      .getByRole('button', { name: /Foyer Solana/ })
      .click()
  }
  await toSolana()
  // Nothing is connected there, so the modal lists the Solana wallets.
  await card(page)
    .getByText(/Foyer Solana/)
    .first()
    .waitFor()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })
  await accountButton(page).getByText(short(alice!.address)).waitFor()

  // Back to EVM: the same wallet, without an approval.
  await openAccount(page)
  await card(page)
    .getByRole('button', { name: /Foyer Solana/ })
    .first()
    .click()
  await card(page)
    .getByRole('button', { name: /Foyer Devnet(?! Two)/ })
    .click()
  await accountButton(page).getByText('alice.eth').waitFor()
  await page.keyboard.press('Escape')
  await card(page).waitFor({ state: 'hidden' })
  // And back again, without a prompt.
  await toSolana()
  await accountButton(page).getByText(short(alice!.address)).waitFor()
})

test('[1.5, 4.25, 5.11] sends SOL, a token to a new receiver, and ETH', async () => {
  const page = await open('/?mode=dialog')
  await connectNamespace(page, 'Solana')
  const rpc = createSolanaRpc(world().devnet.solana.url)
  const solOf = (who: string) =>
    rpc
      .getBalance(address(who))
      .send()
      .then(({ value }) => value as bigint)
  const before = await solOf(bob!.address)
  await send(page, { amount: '0.123456789', to: bob!.address })
  expect((await solOf(bob!.address)) - before).toBe(123_456_789n)

  const receiver = await stranger()
  await send(page, { amount: '12.5', to: receiver, token: 'USDC' })
  const usdc = solanaTokens.find(({ symbol }) => symbol === 'USDC')!
  const { value } = await rpc
    .getTokenAccountsByOwner(receiver, { mint: usdc.address }, { encoding: 'jsonParsed' })
    .send()
  expect(value[0]?.account.data.parsed.info.tokenAmount.uiAmountString).toBe('12.5')

  await openWallets(page)
  await card(page).getByRole('button', { name: /^EVM/ }).click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })
  const chain = createPublicClient({ transport: http(world().devnet.chains[0]?.url) })
  const to = devnetAccounts[1]!.address as `0x${string}`
  const had = await chain.getBalance({ address: to })
  await send(page, { amount: '0.75', to })
  expect((await chain.getBalance({ address: to })) - had).toBe(parseEther('0.75'))
})

test('explains why a transfer is not possible before the wallet asks', async () => {
  const page = await open(`/?mode=dialog&networks=${cluster}`)
  await connectButton(page).first().click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })
  const asked = ask(page, 'Send tokens')
  const refuse = async (amount: string, to: string, words: RegExp) => {
    await asked.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await asked.getByRole('textbox', { name: 'To' }).fill(to)
    await asked.getByRole('button', { name: /^Send/ }).click()
    await asked.getByText(words).waitFor()
    expect(page.context().pages()).toHaveLength(1)
  }
  await refuse('100000', bob!.address, /Not enough SOL: .*Send less/)
  await refuse('0.0001', await stranger(), /account is empty: .* must be at least 0\.0\d+ SOL/)
  await refuse('1', 'hello', /not an address on this network/)
  await refuse('1', solanaTokens[0]!.address, /is a token .*Send to the address of the wallet/)
  await refuse('0', bob!.address, /Enter an amount/)
  await asked.getByRole('textbox', { name: 'Amount' }).fill('0.0000000001')
  await asked.getByText('SOL has at most 9 digits after the decimal point.').waitFor()
  expect(await asked.getByRole('button', { name: /^Send/ }).isDisabled()).toBe(true)
})

test('a wallet that can not sign text is not asked to', async () => {
  const wallet = encodeURIComponent(`${world().wallet.url}/devwallet.js?without=solana:signMessage`)
  const page = await open(`/?mode=dialog&networks=${cluster}&wallet=${wallet}`)
  await connectButton(page).first().click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await ask(page, 'Send tokens').waitFor()
  expect(await ask(page, 'Sign a message').count()).toBe(0)
})

test('[7.30] shows SOL and its tokens with their decimals', async () => {
  const page = await open('/plain.html')
  await connectNamespace(page, 'Solana')
  await openAccount(page)
  for (const symbol of ['SOL', 'USDC', 'BONK']) await card(page).getByText(symbol).first().waitFor()
  expect(await card(page).getByText('BADGE').count()).toBe(0)
})

test('disconnects all, and stays disconnected after a reload', async () => {
  const page = await open('/plain.html')
  await connectNamespace(page, 'EVM')
  await openWallets(page)
  await card(page)
    .getByRole('button', { name: /^Solana/ })
    .click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })
  await openWallets(page)
  await card(page).getByRole('button', { name: 'Disconnect all' }).click()
  await card(page).waitFor({ state: 'hidden' })
  await connectButton(page).waitFor()
  await page.reload()
  await connectButton(page).waitFor()
})

test('selects another account of the wallet, which signs', async () => {
  const page = await open(`/?mode=dialog&networks=${cluster}`)
  await connectButton(page).first().click()
  const [window] = await Promise.all([page.waitForEvent('popup'), walletRow(page).click()])
  await window.getByText(short(bob!.address)).or(window.getByText(/bob/i)).first().click()
  await window.getByRole('button', { name: 'Connect', exact: true }).click()
  await card(page).waitFor({ state: 'hidden' })
  await openWallets(page)
  await card(page)
    .getByRole('button', { name: short(bob!.address) })
    .last()
    .click()
  await page.keyboard.press('Escape')
  await accountButton(page).first().getByText(short(bob!.address)).waitFor()
  const signature = await signMessage(page, 'as the second account')
  expect(isSigned('as the second account', signature, bob!.address)).toBe(true)
})

test('follows the wallet to another account, and disconnects when the wallet does', async () => {
  const page = await open(plain)
  await connectButton(page).click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await accountButton(page).getByText(short(alice!.address)).waitFor()
  await controlWallet(page, 'devwallet_selectAccount', [{ index: 2, namespace: 'solana' }])
  await accountButton(page).getByText(short(solanaAccounts[2]!.address)).waitFor()
  await controlWallet(page, 'devwallet_disconnect', [{ namespace: 'solana' }])
  await connectButton(page).waitFor()
})

test('a declined connection and a declined signature show an error, and can be tried again', async () => {
  const page = await open(`/?mode=dialog&networks=${cluster}`)
  await connectButton(page).first().click()
  await answerWallet(page, () => walletRow(page).click(), 'Reject')
  await card(page)
    .getByText(/declined/i)
    .first()
    .waitFor()
  await answerWallet(
    page,
    () => card(page).getByRole('button', { name: 'Try again' }).click(),
    'Connect',
  )
  await card(page).waitFor({ state: 'hidden' })
  const sign = ask(page, 'Sign a message')
  const button = sign.getByRole('button', { name: 'Sign' })
  await answerWallet(page, () => button.click(), 'Reject')
  await sign.getByText(/declined/).waitFor()
  await answerWallet(page, () => button.click(), 'Sign')
  await sign.getByText('This is the connected account.').waitFor()
})

// The other kinds misbehave only when they sign.
test.each(
  solanaHostileKinds.filter(
    (kind) => kind !== 'solana-wrong-signature' && kind !== 'solana-changed',
  ),
)('next to a %s wallet the normal one is listed and connects', async (kind) => {
  const page = await openBeside(kind, plain)
  await connectButton(page).click()
  await walletRow(page).waitFor()
  expect(await page.evaluate(() => (window as unknown as { pwned?: unknown }).pwned)).toBe(
    undefined,
  )
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await accountButton(page).getByText(short(alice!.address)).waitFor()
})

test.each([
  ['solana-rejects', /declined/i],
  ['solana-throws', /could not connect|failed/i],
  ['solana-no-address', /could not connect|failed/i],
])('a %s wallet shows an error, and another can be picked', async (kind, words) => {
  const page = await openBeside(kind, plain)
  await connectButton(page).click()
  await walletRow(page).waitFor()
  await walletRow(page, 'Hostile').click()
  await card(page).getByText(words).first().waitFor()
  await card(page).getByRole('button', { name: 'Back' }).click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await accountButton(page).getByText(short(alice!.address)).waitFor()
})

test.each([
  ['solana-disappears', /disconnected|not available|not connected|no account/i],
  ['solana-wrong-signature', /This is not the connected account/],
])('shows the result of asking a %s wallet to sign', async (kind, words) => {
  const page = await openBeside(kind, `/?mode=dialog&networks=${cluster}`)
  await connectButton(page).first().click()
  await walletRow(page, 'Hostile').click()
  await card(page).waitFor({ state: 'hidden' })
  const sign = ask(page, 'Sign a message')
  await sign.getByRole('button', { name: 'Sign' }).click()
  await page.getByText(words).or(connectButton(page)).first().waitFor()
})
