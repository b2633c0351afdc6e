import { type SolanaChain, solanaAccounts, solanaSecretKey, startSolana } from '@foyer/devnet'
import { testLocation } from '@foyer/server/testDatabase'
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
} from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { shop } from '../createTestApi.test.kit.ts'
import { apiDatabase } from '../database/apiDatabase.ts'
import { startUpstream } from '../rpc/startUpstream.test.kit.ts'
import { type Api, start } from '../start.ts'

let solana: SolanaChain
let real: Api
beforeAll(async () => {
  solana = await startSolana({ port: 0 })
  real = await startApi()
})
afterAll(async () => {
  await real.stop()
  await solana.stop()
})
const open: { stop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop()
})

const [alice, bob] = solanaAccounts
const payer = () => Keypair.fromSecretKey(solanaSecretKey(alice!))

async function startApi(rpcUrls = [solana.url]): Promise<Api> {
  return start({
    port: 0,
    database: await testLocation(apiDatabase),
    projects: [shop],
    chains: [
      {
        caipId: solana.chainId,
        name: 'Solana',
        rpcUrls,
        wsUrls: [solana.wsUrl],
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      },
    ],
  })
}
async function startFor(rpcUrl: string): Promise<Api> {
  const api = await startApi([rpcUrl])
  open.push(api)
  return api
}
const query = () => `chainId=${solana.chainId}&projectId=${shop.id}`
const addressOf = ({ url }: Api) => `${url}/v1/?${query()}`
/** A client that is not aware of Foyer. */
const connect = (api: Api) =>
  new Connection(addressOf(api), {
    commitment: 'confirmed',
    wsEndpoint: addressOf(api).replace('http', 'ws'),
  })
async function post(api: Api, method: string, params: unknown[] = []) {
  const response = await fetch(addressOf(api), {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
}
/** Two equal transfers would be the same transaction. */
let transfers = 0
async function signTransfer(connection: Connection): Promise<Transaction> {
  const latest = await connection.getLatestBlockhash()
  const transaction = new Transaction({ ...latest, feePayer: payer().publicKey }).add(
    SystemProgram.transfer({
      fromPubkey: payer().publicKey,
      toPubkey: new PublicKey(bob!.address),
      lamports: LAMPORTS_PER_SOL / 4 + ++transfers,
    }),
  )
  transaction.sign(payer())
  return transaction
}

test('[7.34] serves an unmodified client: it sends, is notified over the socket, and reads the balance', async () => {
  const connection = connect(real)
  const bobKey = new PublicKey(bob!.address)
  const before = await connection.getBalance(bobKey)
  const transaction = await signTransfer(connection)
  const latest = await connection.getLatestBlockhash()
  const signature = await connection.sendRawTransaction(transaction.serialize())
  const { value } = await connection.confirmTransaction({ signature, ...latest })
  expect(value.err).toBeNull()
  expect((await connection.getBalance(bobKey)) - before).toBeGreaterThan(LAMPORTS_PER_SOL / 4 - 1)
  let listener = 0
  const told = new Promise<number>((resolve) => {
    listener = connection.onSlotChange(({ slot }) => resolve(slot))
  })
  expect(await told).toBeGreaterThan(0)
  // Otherwise it would try to reconnect to the closed server for the life of the process.
  await connection.removeSlotChangeListener(listener)
  const { _rpcWebSocket: socket } = connection as unknown as {
    _rpcWebSocket: { close(): void; setAutoReconnect(isOn: boolean): void }
  }
  socket.setAutoReconnect(false)
  socket.close()
})

test('[7.35] reports that it serves the cluster, over HTTP and over sockets', async () => {
  const response = await fetch(`${real.url}/v1/supported-chains?projectId=${shop.id}`)
  expect(await response.json()).toEqual({ http: [solana.chainId], ws: [solana.chainId] })
})

test.each(['requestAirdrop', 'getProgramAccounts', 'getBlock', 'eth_chainId', 'minimumLedgerSlot'])(
  'error: refuses %s',
  async (method) => {
    expect((await post(real, method)).error).toMatchObject({ code: -32601 })
  },
)

test.each([
  [[]],
  [['not base58 0OIl']],
  [['3yZe7d']],
  [[Buffer.from([1, ...new Array(100).fill(0)]).toString('base64'), { encoding: 'base64' }]],
  [[Buffer.alloc(1300, 1).toString('base64'), { encoding: 'base64' }]],
])('error: no signed transaction: %j', async (params) => {
  expect((await post(real, 'sendTransaction', params)).error).toEqual({
    code: -32602,
    message: 'sendTransaction takes one signed transaction',
  })
})

test('submits a transaction once, although the first answer was lost', async () => {
  let lost = 0
  const flaky = await startUpstream(async ({ body }, response) => {
    const real = await fetch(solana.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    const text = await real.text()
    if (body.includes('sendTransaction') && lost++ === 0) response.destroy()
    else response.end(text)
  })
  open.push(flaky)
  const api = await startFor(flaky.url)
  const connection = connect(api)
  const transaction = await signTransfer(connection)
  const { result } = await post(api, 'sendTransaction', [
    transaction.serialize().toString('base64'),
    { encoding: 'base64' },
  ])
  expect(lost).toBe(1)
  expect((await connection.getSignatureStatus(String(result))).value?.err).toBeNull()
})

test('reports success for a transaction that the chain has already after a doubtful failure', async () => {
  let seen = 0
  const late = await startUpstream(async ({ body }, response) => {
    const isSend = body.includes('sendTransaction')
    // Accepts the transaction, answers too late, and does not know it yet when asked.
    if (body.includes('getSignatureStatuses') && seen === 1)
      return void response.end('{"jsonrpc":"2.0","id":0,"result":{"value":[null]}}')
    const real = await fetch(solana.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    const text = await real.text()
    if (isSend && ++seen === 1) response.writeHead(504).end()
    else response.end(text)
  })
  open.push(late)
  const api = await startFor(late.url)
  const transaction = await signTransfer(connect(api))
  const { error, result } = await post(api, 'sendTransaction', [
    transaction.serialize().toString('base64'),
    { encoding: 'base64' },
  ])
  expect(error).toBeUndefined()
  expect(result).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  expect(seen).toBe(2)
})
