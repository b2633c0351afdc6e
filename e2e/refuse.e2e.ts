import { expect, test } from 'vitest'
import {
  accountButton,
  answerWallet,
  card,
  connectButton,
  controlWallet,
  evmOnly,
  walletRow,
} from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { open, world } = testWorld()
const plain = (query = '') => open(evmOnly(`/plain.html${query}`))

test('a declined connection shows an error, and can be tried again', async () => {
  const page = await plain()
  await connectButton(page).click()
  await answerWallet(page, () => walletRow(page).click(), 'Reject')
  await card(page).getByText('You declined the request. Try again?').waitFor()
  await answerWallet(
    page,
    () => card(page).getByRole('button', { name: 'Try again' }).click(),
    'Connect',
  )
  await page.getByText('alice.eth').waitFor()
})

test('closing the wallet counts as declining', async () => {
  const page = await plain()
  await connectButton(page).click()
  const [window] = await Promise.all([page.waitForEvent('popup'), walletRow(page).click()])
  await window.getByRole('button', { name: 'Connect', exact: true }).waitFor()
  await window.close()
  await card(page).getByText('You declined the request. Try again?').waitFor()
})

test('a locked wallet asks to be unlocked, then connects', async () => {
  const page = await plain()
  await controlWallet(page, 'devwallet_lock')
  await connectButton(page).click()
  await answerWallet(page, () => walletRow(page).click(), 'Unlock', 'Connect')
  await page.getByText('alice.eth').waitFor()
})

test('shows that the wallet has an open request, and continues when it is answered', async () => {
  const page = await plain()
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => {
      const { ethereum } = window as unknown as {
        ethereum: { request(call: { method: string }): Promise<unknown> }
      }
      ethereum.request({ method: 'eth_requestAccounts' }).catch(() => {})
    }),
  ])
  await connectButton(page).click()
  await walletRow(page).click()
  await card(page)
    .getByText(/already waiting in Foyer Dev Wallet/)
    .waitFor()
  await window.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('alice.eth').waitFor()
})

test('[2.10, 4.24] on an unsupported network the modal offers the supported ones', async () => {
  const page = await plain('?networks=31338')
  await connectButton(page).click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  const choice = card(page).getByRole('button', { name: /Foyer Devnet Two/ })
  await choice.waitFor()
  await answerWallet(page, () => choice.click(), 'Add')
  await card(page).waitFor({ state: 'hidden' })
  expect(await controlWallet(page, 'eth_chainId')).toBe('0x7a6a')
})

test.each(['allowUnsupportedChain=true', 'enableNetworkSwitch=false'])(
  '[4.24] with %s the modal does not ask about an unsupported network',
  async (option) => {
    const page = await plain(`?networks=31338&${option}`)
    await connectButton(page).click()
    await answerWallet(page, () => walletRow(page).click(), 'Connect')
    await card(page).waitFor({ state: 'hidden' })
    await accountButton(page).waitFor()
    expect(await card(page).count()).toBe(0)
  },
)

test('[2.10, 4.24] asks the user to switch back when the wallet itself switches to an unsupported network', async () => {
  const page = await plain('?networks=31337')
  await connectButton(page).click()
  await answerWallet(page, () => walletRow(page).click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })
  const elsewhere = {
    chainId: '0x7a6a',
    chainName: 'Elsewhere',
    rpcUrls: [world().devnet.chains[1]?.url],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  let added: Promise<unknown> | undefined
  // The wallet answers after its window closes, so wait only for the window.
  const add = async () => {
    added = controlWallet(page, 'wallet_addEthereumChain', [elsewhere])
  }
  await answerWallet(page, add, 'Add')
  await added
  await card(page).getByText('Unsupported network').waitFor()
  const back = card(page).getByRole('button', { name: /Foyer Devnet/ })
  await answerWallet(page, () => back.click(), 'Switch')
  await card(page).waitFor({ state: 'hidden' })
  expect(await controlWallet(page, 'eth_chainId')).toBe('0x7a69')
})
