import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createFaucet, startEvm } from '@foyer/devnet'
import { openTestDatabase } from '@foyer/server/testDatabase'
import { testEnvironment } from '@foyer/server/testEnvironment'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { submissions } from '../database/schema.ts'
import { sponsorDatabase } from '../database/sponsorDatabase.ts'
import {
  clientOf,
  dollar,
  dollarsOf,
  merchantToken,
  newSender,
  orderOf,
  shop,
  signPayment,
  testPolicy,
} from '../startTestSponsor.test.kit.ts'

/** 1000 before a release. */
const payments = Number(process.env.FOYER_SPONSORED ?? 120)
const atOnce = 24

test.runIf(process.env.DATABASE_URL_TEST)(
  'pays for each request once over two processes, of which one is killed in the middle',
  async () => {
    const chain = await startEvm({ chainId: 31337, port: 0 })
    onTestFinished(() => chain.stop())
    const client = clientOf(chain)
    const database = await openTestDatabase(sponsorDatabase, 'PostgreSQL')
    onTestFinished(() => database.close())
    if (database.location.kind !== 'postgres') throw new Error('This test is for PostgreSQL')
    const key = await newSender(client)
    const env = {
      PORT: '0',
      DATABASE_URL: database.location.url,
      POLICY: JSON.stringify(testPolicy(chain)),
      SENDER_KEYS: key,
      MERCHANT_CALLS_PER_MINUTE: '1000000',
    }
    const servers = await Promise.all([run(env), run(env)])

    const payers = Array.from({ length: 8 }, generatePrivateKey)
    const faucet = createFaucet(chain)
    for (const payer of payers)
      await faucet.giveToken({
        ...{ to: privateKeyToAccount(payer).address, token: dollar },
        amount: 1000n * BigInt(payments),
      })
    const transactions: string[] = []
    let next = 0
    const pay = async () => {
      for (let n = next++; n < payments; n = next++) {
        const order = orderOf(await signPayment(payers[n % payers.length] as Hex))
        transactions.push(await settle(servers, order, `request-${n}`, n))
        // While others are being accepted, signed, sent and waited for.
        if (transactions.length === Math.floor(payments / 2)) servers[0]?.child.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: atOnce }, pay))

    // None lost, and each request has a transaction of its own.
    expect(new Set(transactions).size).toBe(payments)
    expect(await dollarsOf(client, shop)).toBe(1000n * BigInt(payments))
    // None paid twice: the account sent exactly so many transactions.
    const { address } = privateKeyToAccount(key)
    expect(await client.getTransactionCount({ address })).toBe(payments)
    const rows = await database.queries.select().from(submissions)
    expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'mined'))
    expect(rows).toHaveLength(payments)
  },
)

type Server = { readonly child: ChildProcess; readonly url: string }

/** Asks one server, and another one when it does not answer, as the shop's own request. */
async function settle(
  servers: readonly Server[],
  order: unknown,
  claim: string,
  first: number,
): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { url } = servers[(first + attempt) % servers.length]!
    const response = await fetch(`${url}/settle`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${merchantToken}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': claim,
      },
      body: JSON.stringify(order),
    }).catch(() => undefined)
    if (!response?.ok) continue
    const { success, transaction } = (await response.json()) as {
      success: boolean
      transaction: string
    }
    expect(success).toBe(true)
    return transaction
  }
  throw new Error('No server made the payment')
}

/** Runs the server as an operator does. */
async function run(env: Record<string, string>): Promise<Server> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@foyer/source', main], {
    env: testEnvironment({ ...env, NODE_NO_WARNINGS: '1' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let output = ''
  for await (const part of child.stdout) {
    output += String(part)
    const [url] = /http:\/\/[\w.]+:\d+/.exec(output) ?? []
    if (url === undefined) continue
    child.stdout.resume()
    return { child, url }
  }
  throw new Error(`The server ended: ${output}`)
}
