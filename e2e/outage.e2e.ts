import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { accountButton, answerWallet, card, connectButton, evmOnly, walletRow } from './testUser.ts'
import { testOwnWorld } from './testWorld.ts'

const { open, world } = testOwnWorld()
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Connections of the silent api that have ended: a page gives up each call after 10 s. */
let closed = 0

/** A server that accepts connections and handles them as configured. */
async function listen(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  stops.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const apis = {
  'is down': async () => {
    const url = await listen(() => {})
    await stops.pop()?.()
    return url
  },
  'accepts and never answers': () => listen((socket) => socket.on('close', () => closed++)),
  'takes three seconds to refuse': () =>
    listen((socket) => {
      setTimeout(() => socket.end('HTTP/1.1 503 Unavailable\r\nContent-Length: 0\r\n\r\n'), 3000)
    }),
}

test.each(Object.entries(apis))(
  'with an api that %s the card opens at once, lists the installed wallet, and connects',
  async (_, startApi) => {
    closed = 0
    const page = await open(evmOnly(`/plain.html?apiUrl=${encodeURIComponent(await startApi())}`))
    await connectButton(page).click()
    await walletRow(page).waitFor()
    // It waited for none of the api's calls.
    expect(closed).toBe(0)
    await answerWallet(page, () => walletRow(page).click(), 'Connect')
    await accountButton(page).getByText('0xf39F').waitFor()
    // The networks' own RPC replaces the api.
    await accountButton(page).click()
    await card(page).getByText(/ETH/).first().waitFor()
  },
)

test('the list reports that the api is down, and loads with a retry when it is back', async () => {
  const page = await open(evmOnly('/plain.html'))
  await connectButton(page).click()
  await walletRow(page).waitFor()
  await world().api.stop()
  await card(page)
    .getByRole('button', { name: /All wallets/ })
    .click()
  const retry = card(page).getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  const again = await world().startApiAgain()
  stops.push(() => again.stop())
  await retry.click()
  await card(page)
    .getByRole('button', { name: /MetaMask/ })
    .first()
    .waitFor()
})
